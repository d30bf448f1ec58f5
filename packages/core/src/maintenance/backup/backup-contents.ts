import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorName } from '../../errors/error-facts.ts'
import { invalidArgument } from '../../errors/invalid-argument.ts'
import { systemCode } from '../../errors/system-errors.ts'
import { DATABASE } from './database-file.ts'
import { INCOMING, isOfBackup, MARKER } from './incoming.ts'

/** The list of databases that backups put into their folder. */
export const LEDGER = 'backup.json'

/** Folders that a store makes and a backup never. */
const OF_A_STORE = ['staging', 'quarantine']
/** Folders that a new volume contains. */
const OF_THE_SYSTEM = ['lost+found']

/** What an earlier backup left in a folder. */
interface BackupContents {
  /** Identity of the existing database; `null` when there is none. */
  readonly database: string | null
  /** Whether a backup was interrupted. */
  readonly cutOff: boolean
}

/**
 * Checks a folder without changing it. The folder may be missing or empty. It may hold an interrupted backup,
 * which has a marker. It may hold a database with the same size and modification time as the one that a
 * backup put there. Anything else is `invalid_argument`: the folder may be the very store that is backed up.
 */
export async function backupContents(root: string): Promise<BackupContents> {
  const names = await namesIn(root)
  const incoming = names?.includes(INCOMING) ? await namesIn(join(root, INCOMING)) : []
  const database = await fileIdentity(join(root, DATABASE))
  const isOurs =
    names &&
    incoming?.every(isOfBackup) &&
    !names.some((name) => OF_A_STORE.includes(name)) &&
    (database === null
      ? incoming.includes(MARKER) || isEmpty(names, incoming)
      : !names.includes(`${DATABASE}-wal`) && (await recorded(root)).includes(database))
  if (isOurs) return { database, cutOff: names.includes(INCOMING) }
  throw invalidArgument(
    'directory',
    'This directory holds a store that is or was in use, or files that no backup made. ' +
      'Back up into an empty directory.',
  )
}

/** A backup may have been interrupted between making `incoming` and marking it. */
function isEmpty(names: readonly string[], incoming: readonly string[]): boolean {
  const others = names.filter((name) => name !== INCOMING && !OF_THE_SYSTEM.includes(name))
  return others.length === 0 && incoming.length === 0
}

/** The names in a directory: none when it does not exist, `null` when it is no directory. */
async function namesIn(directory: string): Promise<string[] | null> {
  try {
    return await readdir(directory)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return []
    if (systemCode(error) === 'ENOTDIR') return null
    throw error
  }
}

/** Differs for every state of a file; opening a store changes its database. `null` when there is no file. */
export async function fileIdentity(path: string): Promise<string | null> {
  try {
    const { size, mtimeNs } = await stat(path, { bigint: true })
    return `${size}-${mtimeNs}`
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return null
    throw error
  }
}

/** The databases that backups recorded; none when the list is missing or damaged. */
async function recorded(root: string): Promise<readonly unknown[]> {
  try {
    const ledger: unknown = JSON.parse(await readFile(join(root, LEDGER), 'utf8'))
    const { databases } = (ledger ?? {}) as { readonly databases?: unknown }
    return Array.isArray(databases) ? databases : []
  } catch (error) {
    if (errorName(error) === 'SyntaxError' || systemCode(error) === 'ENOENT') return []
    throw error
  }
}
