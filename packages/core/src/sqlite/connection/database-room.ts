// Not a named import: an older Node lacks `statfsSync`, and must still report which Node is needed.
import fs, { realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { StowageError } from '../../errors/stowage-error.ts'
import { reserveOf, reserveReached } from '../../filesystem/io/keep-free.ts'
import type { SqliteClient } from '../driver/client.ts'

/** What the writer knows about the volume of its database. */
export interface DatabaseRoom {
  /** Bytes after which the log is emptied at the latest: a quarter of what deletions need. */
  readonly logLimit: number
  /** Whether so little room is left that the log should be emptied at once. */
  isScarce(): boolean
  /** Throws `insufficient_storage` when less than this share of the reserve is free. */
  assertRoom(share: number): void
  /**
   * Called before a transaction. When room is scarce, its changes go to the log early, so that their size can be
   * measured.
   */
  begin(): void
  /**
   * Throws `insufficient_storage` when a commit would leave no room to empty the log: then nothing could be deleted.
   */
  assertCommit(): void
}

/** When this many times the needed room is free, the content of the log does not matter. */
const PLENTY = 4

/** KiB of changes that SQLite keeps in memory when room is scarce. */
const SMALL_CACHE = 256
/** Bytes that a commit may add to the log beyond its measured pages. */
const COMMIT = 2 * SMALL_CACHE * 1024

/**
 * The room for a database. Its freed pages count as room, because the file never shrinks; but half of the required room
 * must be free on the volume itself, for the log. Bytes that the log will add to the file count as used.
 *
 * `keepFree` may be much more than deletions need. A share below 1 is a share of what they need.
 */
export function databaseRoom(
  client: SqliteClient,
  file: string,
  keepFree: number | undefined,
): DatabaseRoom {
  const path = realpathSync(file)
  const directory = dirname(path)
  const volume = (): { free: number; total: number } => {
    const { bavail, blocks, bsize } = fs.statfsSync(directory)
    // A file system that does not report its size cannot be checked.
    const free = blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize
    return { free, total: blocks * bsize }
  }
  /** The bytes that deletions need. */
  const least = (total: number): number =>
    Math.min(reserveOf(total, keepFree), reserveOf(total, undefined))
  const isScarce = (): boolean => {
    const { free, total } = volume()
    return free < PLENTY * least(total)
  }
  /** Bytes that the file grows by when the log is emptied. */
  const growth = (size: number): number => Math.max(0, size - fs.statSync(path).size)
  const cacheSize = readPragma(client, 'cache_size')
  let scarce = false
  const logLimit = least(volume().total) / 4
  return {
    logLimit: logLimit === 0 ? Number.POSITIVE_INFINITY : logLimit,
    isScarce,
    begin() {
      if (isScarce() === scarce) return
      scarce = !scarce
      client.exec(`PRAGMA cache_size = ${scarce ? -SMALL_CACHE : cacheSize}`)
    },
    assertCommit() {
      if (!scarce) return
      // A savepoint makes FTS5 write its gathered changes.
      client.exec('SAVEPOINT room; RELEASE room')
      const more = growth(pagesOf(client).size)
      if (more > 0 && volume().free < more + COMMIT) throw tooLarge()
    },
    assertRoom(share) {
      if (share === 0) return
      const { free, total } = volume()
      const needed = share === 1 ? reserveOf(total, keepFree) : share * least(total)
      if (free >= PLENTY * needed) return
      const { size, freed } = pagesOf(client)
      const left = free - growth(size)
      if (left >= needed) return
      if (left < needed / 2 || left + freed < needed) throw reserveReached()
    },
  }
}

function tooLarge(): StowageError {
  return new StowageError(
    'insufficient_storage',
    'The disk has no room for so large a change. Change or purge fewer at a time, or give it more room.',
  )
}

/** Bytes of the database including its log, and how many of them are freed pages. */
function pagesOf(client: SqliteClient): { readonly size: number; readonly freed: number } {
  const pageSize = readPragma(client, 'page_size')
  return {
    size: readPragma(client, 'page_count') * pageSize,
    freed: readPragma(client, 'freelist_count') * pageSize,
  }
}

function readPragma(client: SqliteClient, name: string): number {
  const row = client.prepare(`PRAGMA ${name}`).get() as Readonly<Record<string, number>>
  return Number(row[name])
}
