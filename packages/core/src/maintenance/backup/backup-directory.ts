import { constants } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileSystem } from '../../filesystem/io/file-system.ts'
import { makeDirectory } from '../../filesystem/io/make-directory.ts'
import { FILE_MODE } from '../../filesystem/io/modes.ts'
import { nodeFileSystem } from '../../filesystem/io/node-file-system.ts'
import { syncFile } from '../../filesystem/io/sync-file.ts'
import { writeAll } from '../../filesystem/io/write-all.ts'
import { backupContents, fileIdentity, LEDGER } from './backup-contents.ts'
import { DATABASE } from './database-file.ts'
import { emptyIncoming, INCOMING, prepareIncoming, removeIncoming } from './incoming.ts'

const WRITE = constants.O_CREAT | constants.O_TRUNC | constants.O_RDWR

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

/**
 * Prepares a directory for a backup. `invalid_argument`, and nothing is touched, when it is neither empty nor
 * a backup's: see `backupContents`. `fileSystem` is for tests. Default: the real one.
 */
export async function openBackupDirectory(
  root: string,
  fileSystem: FileSystem = nodeFileSystem,
): Promise<BackupDirectory> {
  const database = join(root, DATABASE)
  const incoming = join(root, INCOMING)
  const { database: present, cutOff } = await backupContents(root)
  const trusted = present !== null && !cutOff
  await makeDirectory(root, fileSystem)
  // Durable before the first blob. After a power loss this folder shows that the blobs are a backup's, and that
  // their sizes prove nothing until one backup has completed.
  await prepareIncoming(incoming, fileSystem)

  async function writeLedger(databases: readonly string[]): Promise<void> {
    const written = join(incoming, LEDGER)
    const fd = await fileSystem.open(written, WRITE, FILE_MODE)
    try {
      await writeAll(fileSystem, fd, [Buffer.from(JSON.stringify({ databases }))], 0)
      await fileSystem.sync(fd)
    } finally {
      await fileSystem.close(fd)
    }
    await fileSystem.rename(written, join(root, LEDGER))
    await fileSystem.syncDirectory(root)
  }

  return {
    incoming,
    trusted,
    async place() {
      const next = join(incoming, DATABASE)
      await syncFile(fileSystem, next)
      // Both names, because a crash may leave either of them.
      const known = [present, await fileIdentity(next)]
      await writeLedger(known.filter((identity) => identity !== null))
      await fileSystem.rename(next, database)
      await fileSystem.syncDirectory(root)
      await copyFile(database, next, constants.COPYFILE_FICLONE)
    },
    async finish() {
      await removeIncoming(incoming, fileSystem)
      await fileSystem.syncDirectory(root)
    },
    async abandon() {
      if (trusted) await removeIncoming(incoming, fileSystem)
      else await emptyIncoming(incoming, fileSystem)
    },
  }
}
