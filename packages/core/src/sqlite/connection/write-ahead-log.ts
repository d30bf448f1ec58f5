import { realpathSync, statSync } from 'node:fs'
import type { SqliteClient } from '../driver/client.ts'

/** Bytes. SQLite restarts the log at 4 MB when no reader is in the way. */
export const LOG_LIMIT: number = 16 * 1024 * 1024
/** Milliseconds that writes wait for the current readers to end. */
const BUSY_TIMEOUT = 100

/** Bytes in the log of a database; 0 when there is none. */
export function logSize(file: string): number {
  try {
    return statSync(`${realpathSync(file)}-wal`, { throwIfNoEntry: false })?.size ?? 0
  } catch {
    // Without a database there is no log.
    return 0
  }
}

interface LogTrimmerOptions {
  /** The writing connection. */
  readonly client: SqliteClient
  readonly file: string
  /** The connection's busy timeout, in milliseconds. */
  readonly busyTimeout: number
  /** Bytes above which the log is emptied. Default 16 MiB. */
  readonly limit?: number | undefined
  /** Whether the volume has little room left: then the log is emptied after every batch. */
  readonly isScarce?: () => boolean
}

/**
 * Creates the function that empties the log when it has grown too long. Call it after a commit. As long as one reader
 * begins before another ends, SQLite never restarts its log. While the log is emptied, new readers bypass it, so the
 * function waits only for current readers. When they take too long, as a backup does, it tries again after the log
 * has grown by the limit once more. Never throws.
 *
 * When room is scarce, the log is empty before each batch. A batch that fills the volume and fails then gives back
 * all that it took: emptying the log needs no room for pages of earlier batches.
 */
export function createLogTrimmer({
  client,
  file,
  busyTimeout,
  limit = LOG_LIMIT,
  isScarce = () => false,
}: LogTrimmerOptions): () => void {
  const log = `${realpathSync(file)}-wal`
  let next = limit

  /** Whether the log is empty now. */
  function empty(): boolean {
    try {
      client.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT}`)
      const row = client.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number }
      return row.busy === 0
    } catch {
      // If the disk is full or broken, the next commit fails and reports it.
      return false
    } finally {
      client.exec(`PRAGMA busy_timeout = ${busyTimeout}`)
    }
  }

  return () => {
    const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0
    if (size < limit) next = limit
    if (size >= next || (size > 0 && isScarce())) next = empty() ? limit : size + limit
  }
}
