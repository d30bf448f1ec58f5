import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findDriver } from '@stowage/core/internal'
import { sqlite } from '@stowage/core/sqlite'
import { wordsOf } from '../exit/explain-error.ts'
import { type Finding, failing, fine } from './finding.ts'

/** Offset in a database of the SQLite version that last wrote it: https://sqlite.org/fileformat.html */
const VERSION_OFFSET = 96

/** Makes a database with the driver that a store would take. */
export async function checkSqlite(): Promise<Finding> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stowage-doctor-'))
  try {
    const { driver } = await findDriver('auto')
    const file = path.join(folder, 'doctor.db')
    await (await sqlite({ file, driver }).open()).close()
    return fine(`SQLite ${await versionOf(file)}`, `(${driver})`)
  } catch (error) {
    const reasons = reasonsOf(error).map(wordsOf).join('; ')
    return failing('SQLite', `cannot be loaded (${reasons})`, wordsOf(error))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What each driver said. */
function reasonsOf(error: unknown): readonly unknown[] {
  const { cause = error } = Object(error) as { readonly cause?: unknown }
  const { errors = [cause] } = Object(cause) as { readonly errors?: readonly unknown[] }
  return errors
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
