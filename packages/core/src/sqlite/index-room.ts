import { statfsSync, statSync } from 'node:fs'
import path from 'node:path'
import { StowageError } from '../errors/stowage-error.ts'

/** Bytes of the index beside the log, https://sqlite.org/walformat.html#the_wal_index_file_format */
const INDEX = 32 * 1024
/** Bytes of a page of memory, for which SQLite writes one byte so that the file system gives it room. */
const PAGE = 4096

/**
 * Refuses (`insufficient_storage`) to open a database whose write-ahead log's index may find no room. The
 * index is shared memory: a page of it that the disk has no room for ends the process (SIGBUS). SQLite
 * makes sure of one block of each page, which is all of it but on file systems with smaller blocks.
 */
export function assertRoomForIndex(file: string): void {
  const volume = statfsSync(path.dirname(file))
  if (volume.bsize >= PAGE) return
  // Not `bfree`: of that, ext4 keeps a part even from root.
  if (volume.bsize * volume.bavail + allocated(`${file}-shm`) >= INDEX) return
  throw new StowageError(
    'insufficient_storage',
    `The disk of the database is full: opening it takes ${INDEX / 1024} KiB.`,
  )
}

function allocated(file: string): number {
  return (statSync(file, { throwIfNoEntry: false })?.blocks ?? 0) * 512
}
