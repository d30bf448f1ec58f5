// Not a named import: an older Node lacks `statfsSync`, and must still report which Node is needed.
import fs, { realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { StowageError } from '../../errors/stowage-error.ts'
import { sqliteFailure } from './failure.ts'

/** The WAL-index grows by `bytes` for every `pages` of log: https://sqlite.org/walformat.html */
const PART = { bytes: 32 * 1024, pages: 4096 }
/** The header of the first part takes the space of this many pages. */
const HEADER = 34
/** Bytes of a page in the log. */
const LOGGED_PAGE = 4096 + 24
/** Bytes that opening may write before the index is filled: a new database, or an older one that is migrated. */
const OPENING = 512 * 1024
/** Bytes of a memory page. SQLite writes one byte to each, so that the file system allocates it. */
const PAGE = 4096
/**
 * Bytes that must be free to allocate an existing index again: the first process to open it gives it back to the
 * file system.
 */
const ANEW = 8 * 1024
/** A database in WAL mode has three files: the database, its log and the log's index. */
const FILES = 3

/**
 * Refuses (`insufficient_storage`) to open a database whose WAL-index may find no room. That file is shared
 * memory: touching a page that the disk has no room for kills the process (SIGBUS). SQLite allocates one block
 * of each page, which is the whole page except on file systems with smaller blocks. An existing index helps
 * little: the first process to open it empties it, and the freed bytes may go to the file system's own reserve.
 * Room reserved for root does not count. A disk that fills up later, before the first write, goes unnoticed.
 */
export function assertRoomForWalIndex(file: string): void {
  const database = realPath(file)
  const { blocks, bsize, bavail } = fs.statfsSync(path.dirname(database))
  // A file system that does not report its size cannot be checked.
  if (bsize >= PAGE || blocks === 0) return
  const logged = Math.floor(sizesOf(`${database}-wal`).size / LOGGED_PAGE)
  const needed = Math.ceil((logged + HEADER + 1) / PART.pages) * PART.bytes
  const missing = needed - sizesOf(`${database}-shm`).allocated
  const asked = missing > 0 ? missing + OPENING : ANEW
  if (bsize * bavail >= asked) return
  throw new StowageError(
    'insufficient_storage',
    `The disk of the database is full: opening it takes ${asked / 1024} KiB.`,
  )
}

/**
 * The error for callers when opening `file` failed with `error`: `insufficient_storage` when its file
 * system has no names (inodes) left, which SQLite reports as a file that cannot be opened; else `error`.
 */
export function openingFailure(error: unknown, file: string): unknown {
  if (sqliteFailure(error) !== 'unopened') return error
  const { files, ffree } = fs.statfsSync(path.dirname(realPath(file)))
  // A file system without a limit reports 0 files.
  if (files === 0 || ffree >= FILES) return error
  return new StowageError(
    'insufficient_storage',
    `The disk of the database has no room for new files: opening it may take ${FILES}.`,
    { cause: error },
  )
}

/** SQLite puts its other files next to the file that a link points to. */
function realPath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}

function sizesOf(file: string): { readonly size: number; readonly allocated: number } {
  const stat = statSync(file, { throwIfNoEntry: false })
  return { size: stat?.size ?? 0, allocated: (stat?.blocks ?? 0) * 512 }
}
