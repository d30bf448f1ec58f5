import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { SqliteClient } from '../driver/client.ts'
import { type FoundDriver, openerOf, type SqliteDriver } from '../driver/driver.ts'

/** Whether this Node has a driver of its own. */
export const nodeHasSqlite: boolean = process.getBuiltinModule?.('node:sqlite') !== undefined

/**
 * better-sqlite3, which must be there, and node:sqlite where Node has it. `STOWAGE_TEST_SQLITE` names the
 * only one where the other was not built for this Node.
 */
export const testedDrivers: readonly SqliteDriver[] = driversToTest(process.env.STOWAGE_TEST_SQLITE)

function driversToTest(only: string | undefined): readonly SqliteDriver[] {
  if (only === 'better-sqlite3' || only === 'node:sqlite') return [only]
  return nodeHasSqlite ? ['better-sqlite3', 'node:sqlite'] : ['better-sqlite3']
}

/** A path for a database in a directory of its own, removed after the test. */
export async function databaseFile(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'stowage-sqlite-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return path.join(directory, 'a.db')
}

/** The driver as it is installed for these tests. */
export function found(driver: SqliteDriver): FoundDriver {
  if (driver === 'node:sqlite') return { driver }
  return { driver, library: createRequire(import.meta.url).resolve('better-sqlite3') }
}

/** A connection as the driver opens it, without our settings; closed after the test. */
export function rawConnection(driver: SqliteDriver, file: string): SqliteClient {
  const client = openerOf(found(driver))(file)
  onTestFinished(() => {
    try {
      client.close()
    } catch {
      // The test has closed it.
    }
  })
  return client
}
