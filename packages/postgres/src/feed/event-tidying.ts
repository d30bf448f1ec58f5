import {
  type EventRecords,
  lowestEventId,
  NOTHING_PRUNED,
  type PrunedEvents,
  type PruneEventsRequest,
  retentionEnd,
} from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { timeAndSweeps } from '../leases/sweeps.ts'
import { deleteDataFrom, type PurgedFrom } from './event-writes.ts'

/** `EventRecords.prune`. Skips rows that another transaction is changing. */
export async function pruneEvents(
  sql: Sql,
  { olderThan, after, limit }: PruneEventsRequest,
): Promise<PrunedEvents> {
  const { now, trusted } = await timeAndSweeps(sql)
  const end = retentionEnd(trusted, now, olderThan)
  if (end === null) return NOTHING_PRUNED
  const [row] = await sql<{
    readonly pruned: number
    readonly looked: number
    readonly last: string
  }>(PRUNE, [after ?? FIRST_ID, lowestEventId(end), limit])
  const { pruned = 0, looked = 0, last = null } = row ?? {}
  return { pruned, next: looked < limit ? null : last }
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** The id of the next event of a tenant, by a condition. */
function nextSql(isTenant: string): string {
  return `(SELECT m.id FROM $schema.events m WHERE ${isTenant} AND m.n > o.n ORDER BY m.tenant_id, m.n LIMIT 1)`
}

const PRUNE = `WITH old AS MATERIALIZED (
    SELECT n, id, tenant_id FROM $schema.events WHERE id > $1::uuid AND id < $2::uuid ORDER BY id LIMIT $3
      FOR UPDATE SKIP LOCKED),
  judged AS MATERIALIZED (
    SELECT o.n, coalesce(CASE WHEN o.tenant_id IS NULL THEN ${nextSql('m.tenant_id IS NULL')}
        ELSE ${nextSql('m.tenant_id = o.tenant_id')} END < $2::uuid, false) AS goes FROM old o),
  gone AS (DELETE FROM $schema.events WHERE n = ANY (ARRAY(SELECT n FROM judged WHERE goes)) RETURNING 1),
  emptied AS (UPDATE $schema.events SET data = NULL
    WHERE n = ANY (ARRAY(SELECT n FROM judged WHERE NOT goes)) AND data IS NOT NULL)
  SELECT (SELECT count(*) FROM gone) AS pruned, (SELECT count(*) FROM old) AS looked,
    (SELECT id FROM old ORDER BY id DESC LIMIT 1) AS last`

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
