import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { SqliteClient } from '../engine/client.ts'
import { type FoundEngine, openerOf, type SqliteEngine } from '../engine/engine.ts'

/** Whether this Node has an engine of its own. */
export const nodeHasSqlite: boolean = process.getBuiltinModule?.('node:sqlite') !== undefined

/**
 * better-sqlite3, which must be there, and node:sqlite where Node has it. `STOWAGE_TEST_SQLITE` names the
 * only one where the other was not built for this Node.
 */
export const testedEngines: readonly SqliteEngine[] = enginesToTest(process.env.STOWAGE_TEST_SQLITE)

function enginesToTest(only: string | undefined): readonly SqliteEngine[] {
  if (only === 'better-sqlite3' || only === 'node:sqlite') return [only]
  return nodeHasSqlite ? ['better-sqlite3', 'node:sqlite'] : ['better-sqlite3']
}

/** A path for a database in a directory of its own, removed after the test. */
export async function databaseFile(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'stowage-sqlite-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return path.join(directory, 'a.db')
}

/** The engine as it is installed for these tests. */
export function found(engine: SqliteEngine): FoundEngine {
  if (engine === 'node:sqlite') return { engine }
  return { engine, library: createRequire(import.meta.url).resolve('better-sqlite3') }
}

/** A connection as the engine opens it, without our settings; closed after the test. */
export function rawConnection(engine: SqliteEngine, file: string): SqliteClient {
  const client = openerOf(found(engine))(file)
  onTestFinished(() => {
    try {
      client.close()
    } catch {
      // The test has closed it.
    }
  })
  return client
}
