import { constants } from 'node:fs'
import { copyFile, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorName } from '../../errors/error-facts.ts'
import { invalidArgument } from '../../errors/invalid-argument.ts'
import { makeDirectory } from '../../filesystem/make-directory.ts'
import { nodeFileSystem } from '../../filesystem/node-file-system.ts'
import { systemCode } from '../../filesystem/system-errors.ts'
import { DATABASE } from '../database-file.ts'

const INCOMING = 'incoming'
const LEDGER = 'backup.json'

/** A directory that holds a backup, or will. Its database is always one whose blobs are all there. */
export interface BackupDirectory {
  /** Where the next database waits for its blobs. */
  readonly incoming: string
  /** Whether every blob that is there with the right size is known to be whole: no earlier backup was cut off. */
  readonly trusted: boolean
  /**
   * Puts the database that waits in place of the one before, durably and at once. A copy of it stays in
   * `incoming`, to be looked at: an open database leaves a log beside it when its process is killed.
   */
  place(): Promise<void>
  /** Takes away what `place` left. */
  finish(): Promise<void>
  /** Takes away what a backup left that failed, once none of its writes is under way. */
  abandon(): Promise<void>
}

/** What stores keep beside, or without, a database of this name. */
const OF_A_STORE = ['blobs', 'staging', 'quarantine']

/**
 * Prepares a directory for a backup. `invalid_argument` unless nothing of a store is there, or what a
 * backup left that was cut off, or a database that is, to the byte, the one that a backup put there: a
 * store that is in use must never be overwritten, and the one being backed up least of all. Its files may
 * lie apart from its database, and would be taken for those of a backup before.
 */
export async function openBackupDirectory(root: string): Promise<BackupDirectory> {
  const database = join(root, DATABASE)
  const ledger = join(root, LEDGER)
  const incoming = join(root, INCOMING)
  await makeDirectory(root)
  const present = await identityOf(database)
  const cutOff = (await identityOf(incoming)) !== null
  const inUse = (await identityOf(`${database}-wal`)) !== null
  const isOurs =
    present === null
      ? cutOff || !(await readdir(root)).some((name) => OF_A_STORE.includes(name))
      : !inUse && (await recorded(ledger)).includes(present)
  if (!isOurs) {
    throw invalidArgument(
      'directory',
      'This directory holds a store that is or was in use. Back up into another one.',
    )
  }
  const trusted = present !== null && !cutOff
  // Durable before the first blob: after a power loss it tells that sizes prove nothing, until one backup
  // has come to its end.
  await makeDirectory(incoming)
  await empty(incoming)

  return {
    incoming,
    trusted,
    async place() {
      const next = join(incoming, DATABASE)
      await sync(next)
      // Both, for whichever of the two a crash leaves there.
      const known = [present, await identityOf(next)].filter((identity) => identity !== null)
      await writeFile(join(incoming, LEDGER), JSON.stringify({ databases: known }))
      await sync(join(incoming, LEDGER))
      await rename(join(incoming, LEDGER), ledger)
      await nodeFileSystem.syncDirectory(root)
      await rename(next, database)
      await nodeFileSystem.syncDirectory(root)
      await copyFile(database, next, constants.COPYFILE_FICLONE)
    },
    async finish() {
      await rm(incoming, { recursive: true })
      await nodeFileSystem.syncDirectory(root)
    },
    async abandon() {
      await empty(incoming)
      if (trusted) await rm(incoming, { recursive: true })
    },
  }
}

/** Tells one state of a file from every other; opening a store changes its database. `null` when it is not there. */
async function identityOf(path: string): Promise<string | null> {
  try {
    const { size, mtimeNs } = await stat(path, { bigint: true })
    return `${size}-${mtimeNs}`
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null
    throw error
  }
}

/** The databases that backups put there; none when that cannot be told. */
async function recorded(ledger: string): Promise<readonly unknown[]> {
  try {
    const { databases } = JSON.parse(await readFile(ledger, 'utf8'))
    return Array.isArray(databases) ? databases : []
  } catch (error) {
    if (errorName(error) === 'SyntaxError' || systemCode(error) === 'ENOENT') return []
    throw error
  }
}

async function empty(directory: string): Promise<void> {
  for (const name of await readdir(directory)) await rm(join(directory, name))
}

async function sync(path: string): Promise<void> {
  const file = await open(path, constants.O_RDWR)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
