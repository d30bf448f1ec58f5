import { StowageError } from '../../errors/stowage-error.ts'
import type { SqliteClient } from '../driver/client.ts'

/**
 * Rewrites the database without deleted data, and empties its log. Merges the text index first, which keeps deleted
 * words until then. Needs as much free space as the database, and 6 to 10 seconds of processor time per GB; other
 * writes wait.
 * `unavailable` when a reader keeps the log.
 */
export function scrub(client: SqliteClient): void {
  client.exec('PRAGMA secure_delete = ON')
  try {
    client.exec(`INSERT INTO terms (terms) VALUES ('optimize')`)
    client.exec('VACUUM')
    const row = client.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number }
    if (row.busy === 0) return
  } finally {
    client.exec('PRAGMA secure_delete = OFF')
  }
  const message = 'The log of the database cannot be emptied while another reads it. Try again.'
  throw new StowageError('unavailable', message)
}
