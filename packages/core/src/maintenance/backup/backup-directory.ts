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

/** A directory that holds a backup, or will. Its database always has all its blobs. */
export interface BackupDirectory {
  /** Where the next database waits for its blobs. */
  readonly incoming: string
  /** Whether every existing blob with the right size is known to be complete: no earlier backup was interrupted. */
  readonly trusted: boolean
  /**
   * Replaces the previous database with the waiting one, durably and atomically. A copy stays in `incoming` for
   * reading: a database that is open when its process is killed leaves a log next to it.
   */
  place(): Promise<void>
  /** Removes the remains of `place`. */
  finish(): Promise<void>
  /** Removes the remains of a failed backup, once none of its writes is under way. */
  abandon(): Promise<void>
}

/**
 * Prepares a directory for a backup. `invalid_argument`, without any change, when it is neither empty nor a backup:
 * see `backupContents`. `fileSystem` is for tests. Default: the real one.
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
  // Durable before the first blob. After a power loss this folder shows that the blobs belong to a backup, and that
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
      // Both databases, because a crash may leave either of them.
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
