import { type EventRecords, lowestEventId, retentionEnd } from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { timeAndSweeps } from '../leases/sweeps.ts'
import { deleteDataFrom, type PurgedFrom } from './event-writes.ts'

/** `EventRecords.prune`. Skips rows that another transaction is changing. */
export async function pruneEvents(
  sql: Sql,
  { olderThan, limit }: Parameters<EventRecords['prune']>[0],
): Promise<number> {
  const { now, trusted } = await timeAndSweeps(sql)
  const end = retentionEnd(trusted, now, olderThan)
  if (end === null) return 0
  const gone = await sql(
    `DELETE FROM $schema.events WHERE id = ANY (ARRAY(
      SELECT id FROM $schema.events WHERE id < $1::uuid ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED))
      RETURNING 1`,
    [lowestEventId(end), limit],
  )
  return gone.length
}

/** Assets of which one call deletes the data of events. */
const ASSETS = 100

/** `EventRecords.tidy` */
export async function tidyEvents(
  sql: Sql,
  { limit }: Parameters<EventRecords['tidy']>[0],
): Promise<boolean> {
  const ranked = await sql(RANK_RESTORED, [limit])
  const purged = await sql<PurgedFrom>(
    `SELECT x.asset_id, t.name AS tenant, x.n FROM $schema.events x
      JOIN $schema.tenants t ON t.id = x.tenant_id
      WHERE x.is_purged LIMIT $1 FOR UPDATE OF x SKIP LOCKED`,
    [ASSETS],
  )
  let left = limit
  for (const from of purged) {
    if (left > 0) left -= await deleteDataFrom(sql, [from], left)
  }
  return ranked.length === limit || purged.length === ASSETS || left <= 0
}

/**
 * A dump that was restored into another cluster has numbers of transactions that are still to come there. Its events
 * become those of transaction 0, in the order of their own numbers; the highest last, for they tell where it ended.
 */
const RANK_RESTORED = `UPDATE $schema.events SET rank = 0 WHERE n = ANY (ARRAY(
    SELECT e.n FROM $schema.events e WHERE e.rank > 0 AND e.n <= (
        SELECT max(r.n) FROM $schema.events r WHERE r.rank >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint)
      ORDER BY e.rank, e.n LIMIT $1))
  RETURNING 1`
