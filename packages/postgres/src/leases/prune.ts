import { type SweepRecords, TICKET_RETENTION } from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { EXPIRED } from './leases.ts'

/** `SweepRecords.pruneExpired`. Skips rows that another transaction is writing, so it never waits for one. */
export async function pruneExpired(
  sql: Sql,
  { purgedFor, limit }: Parameters<SweepRecords['pruneExpired']>[0],
): Promise<boolean> {
  const pruned = [
    await sql(deletion('tombstones', 'purged_at', 'purged_at < $now - $2::bigint * 1000'), [
      limit,
      purgedFor,
    ]),
    await sql(deletion('idempotency_records', 'expires_at', 'expires_at <= $now'), [limit]),
    await sql(deletion('upload_tickets', 'expires_at', 'expires_at < $now - $2::bigint * 1000'), [
      limit,
      TICKET_RETENTION,
    ]),
    await sql(deletion('leases', 'until', EXPIRED), [limit]),
  ]
  return pruned.some((rows) => rows.length === limit)
}

/** The oldest first, so that an index finds them. */
function deletion(table: string, time: string, condition: string): string {
  return `DELETE FROM $schema.${table} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM $schema.${table} WHERE ${condition}
      ORDER BY ${time} LIMIT $1 FOR UPDATE SKIP LOCKED))
    RETURNING 1`
}
