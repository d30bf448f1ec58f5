import { StowageError } from '../../errors/stowage-error.ts'
import type { SqliteClient } from '../driver/client.ts'

/** How often the log is tried to be emptied, and the milliseconds between. Together three seconds. */
const ATTEMPTS = 30
const PAUSE = 100
const SLEEPER = new Int32Array(new SharedArrayBuffer(4))

/**
 * Rewrites the database without deleted data, and empties its log. Merges the text index first, which keeps deleted
 * words until then. Needs as much free space as the database, and 6 to 10 seconds of processor time per GB; other
 * writes wait, those of other processes for no longer than their busy timeout.
 * `unavailable` when a reader, or another process that writes, keeps the log for three seconds.
 */
export function scrub(client: SqliteClient): void {
  client.exec('PRAGMA secure_delete = ON')
  try {
    client.exec(`INSERT INTO terms (terms) VALUES ('optimize')`)
    client.exec('VACUUM')
    if (emptied(client)) return
  } finally {
    client.exec('PRAGMA secure_delete = OFF')
  }
  const message =
    'The log of the database cannot be emptied while another process uses it. Try again.'
  throw new StowageError('unavailable', message)
}

/**
 * Only this step is repeated, and not `VACUUM`: writers of other processes that waited for it commit first, and empty
 * the log by themselves. SQLite does not wait for their lock.
 */
function emptied(client: SqliteClient): boolean {
  const checkpoint = client.prepare('PRAGMA wal_checkpoint(TRUNCATE)')
  for (let attempt = 1; ; attempt += 1) {
    const { busy } = checkpoint.get() as { busy: number }
    if (busy === 0 || attempt === ATTEMPTS) return busy === 0
    Atomics.wait(SLEEPER, 0, 0, PAUSE)
  }
}
