import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type SqliteDriver, sqlite } from '@stowage/core/sqlite'
import { wordsOf } from '../exit/explain-error.ts'
import { type Finding, failing, fine } from './finding.ts'

const DRIVERS: readonly SqliteDriver[] = ['better-sqlite3', 'node:sqlite']
/** Where a database says which version has written it last: https://sqlite.org/fileformat.html */
const VERSION_OFFSET = 96

/** Makes a database with the first driver that works, as a store would. */
export async function checkSqlite(): Promise<Finding> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stowage-doctor-'))
  const failures: unknown[] = []
  try {
    for (const driver of DRIVERS) {
      const file = path.join(folder, `${driver.replace(':', '-')}.db`)
      try {
        await (await sqlite({ file, driver }).open()).close()
        return fine(`SQLite ${await versionOf(file)}`, `(${driver})`)
      } catch (error) {
        failures.push(error)
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return failing(
    'SQLite',
    `cannot be loaded (${failures.map(reasonOf).join('; ')})`,
    wordsOf(failures[0]),
  )
}

/** Why a driver does not work, in its own words. */
function reasonOf(error: unknown): string {
  return wordsOf((Object(error) as { readonly cause?: unknown }).cause ?? error)
}

async function versionOf(file: string): Promise<string> {
  const handle = await open(file)
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, VERSION_OFFSET)
    const number = buffer.readUInt32BE()
    return [Math.floor(number / 1e6), Math.floor(number / 1e3) % 1e3, number % 1e3].join('.')
  } finally {
    await handle.close()
  }
}
