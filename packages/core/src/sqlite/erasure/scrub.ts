import { StowageError } from '../../errors/stowage-error.ts'
import { pauseThread } from '../connection/retry.ts'
import type { SqliteClient } from '../driver/client.ts'

/** Milliseconds after which no further attempt to empty the log begins. */
const PATIENCE = 3000

/**
 * Rewrites the database without deleted data, and empties its log. Merges the text index first, which keeps deleted
 * words until then. Needs as much free space as the database, and 6 to 10 seconds of processor time per GB; other
 * writes wait, those of other processes for no longer than their busy timeout.
 * `unavailable` when a reader keeps the log for the busy timeout, or another process that writes for three seconds.
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
 * the log by themselves. SQLite does not wait for their lock. For a reader it waits in each attempt, so after a long one
 * there is no further attempt: other writes wait meanwhile.
 */
function emptied(client: SqliteClient): boolean {
  const checkpoint = client.prepare('PRAGMA wal_checkpoint(TRUNCATE)')
  const deadline = performance.now() + PATIENCE
  for (;;) {
    const { busy } = checkpoint.get() as { busy: number }
    if (busy === 0 || performance.now() > deadline) return busy === 0
    pauseThread()
  }
}
