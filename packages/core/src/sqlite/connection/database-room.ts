// Not by name: an older Node lacks `statfsSync`, and must get to say which Node is needed.
import fs, { realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { reserveOf, reserveReached } from '../../filesystem/io/keep-free.ts'
import type { SqliteClient } from '../engine/client.ts'

/** What the writer knows of the volume of its database. */
export interface DatabaseRoom {
  /** Bytes after which the log is emptied at the latest: several times as many must be free for deletions. */
  readonly logLimit: number
  /** Throws `insufficient_storage` where only what deletions need is left. */
  assertRoom(): void
}

/**
 * The room for a database. Pages that it has freed count, for the file never shrinks; but half of the reserve must be
 * free on the volume itself, where the log goes.
 */
export function databaseRoom(
  client: SqliteClient,
  file: string,
  keepFree: number | undefined,
): DatabaseRoom {
  const directory = dirname(realpathSync(file))
  const volume = (): { free: number; reserve: number } => {
    const { bavail, blocks, bsize } = fs.statfsSync(directory)
    // A file system that does not report its size cannot be checked.
    const free = blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize
    return { free, reserve: reserveOf(blocks * bsize, keepFree) }
  }
  const { reserve } = volume()
  return {
    logLimit: reserve === 0 ? Number.POSITIVE_INFINITY : reserve / 4,
    assertRoom() {
      const { free, reserve } = volume()
      if (free >= reserve) return
      if (free < reserve / 2 || free + freedBytes(client) < reserve) throw reserveReached()
    },
  }
}

function freedBytes(client: SqliteClient): number {
  const pages = client.prepare('PRAGMA freelist_count').get() as { freelist_count: number }
  const { page_size } = client.prepare('PRAGMA page_size').get() as { page_size: number }
  return pages.freelist_count * page_size
}
