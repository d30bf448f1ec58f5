import { type DoneWrite, eventIdTail, PURGED_EVENTS, purgedBy } from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { EVENT_RANK } from '../schema/tables/past.ts'
import { lockTenantsText } from '../tenants/tenants.ts'
import { notedEvents } from './insert-events.ts'

/**
 * Adds the effects of writes to the change feed, in this order, if their requests ask for it. An event gets its number
 * only under the lock of its tenant, which lasts until the commit: so the numbers of a tenant are in the order of its
 * commits.
 *
 * `rank` orders the feed of all tenants. It is no lower than the number of the transaction: so when a reader sees that all
 * transactions up to a number have ended, no event of that rank or a lower one is still to come. A transaction may get its
 * number long before it gets the lock. So its rank is no lower either than the last number that had ended when it had the
 * lock: that keeps the events of each tenant in their order.
 *
 * Resolves to the names of the tenants with new events that have endpoints to be told of them.
 */
export async function storeEvents(
  sql: Sql,
  writes: readonly DoneWrite[],
): Promise<readonly string[]> {
  const events = notedEvents(writes)
  if (events.length === 0) return []
  const rows = events.map(({ tenant, type, assetId, createdBy, actor }) => ({
    tail: eventIdTail(),
    tenant,
    type,
    asset_id: assetId,
    created_by: createdBy,
    looks_up: createdBy === undefined,
    actor,
  }))
  const told = await sql<{ readonly name: string }>(STORE_EVENTS, [
    JSON.stringify(rows),
    events.map(({ data }) => data),
    [...new Set(events.flatMap(({ tenant }) => tenant ?? []))],
  ])
  return told.map(({ name }) => name)
}

/**
 * The snapshot of the statement that stores must be younger than the locks of the tenants: see `hooked`. Data are an array
 * beside the rows: within their JSON they would be parsed once more for each member.
 */
const STORE_EVENTS = `WITH locked AS MATERIALIZED (${lockTenantsText('name = ANY($3::text[])')}),
  told AS (
    INSERT INTO $schema.events (rank, id, tenant_id, at, type, asset_id, created_by, actor, data)
    SELECT (SELECT ${EVENT_RANK}), (lpad(to_hex(clock.now / 1000), 12, '0') || x.tail)::uuid, t.id, clock.now, x.type,
        x.asset_id, CASE WHEN x.looks_up THEN (SELECT a.created_by FROM $schema.assets a WHERE a.id = x.asset_id)
          ELSE x.created_by END, x.actor, x.data
      FROM (SELECT $now AS now) AS clock,
        ROWS FROM (json_to_recordset($1) AS (tail text, tenant text, type text, asset_id uuid, created_by text,
            looks_up boolean, actor text), unnest($2::json[]))
          WITH ORDINALITY AS x (tail, tenant, type, asset_id, created_by, looks_up, actor, data, position)
      LEFT JOIN $schema.tenants t ON t.name = x.tenant ORDER BY x.position)
  SELECT t.name FROM $schema.tenants t WHERE t.name = ANY($3::text[])
    AND EXISTS (SELECT FROM $schema.webhooks w WHERE w.tenant_id = t.id AND w.state = 'enabled')`

/** Deletes the data of the events of assets that writes have purged: of each a share, which is nearly always all. */
export async function deletePurgedData(sql: Sql, writes: readonly DoneWrite[]): Promise<void> {
  const purged = writes.flatMap(purgedBy)
  if (purged.length === 0) return
  const from = purged.map(({ id, tenant }) => ({ asset_id: id, tenant, n: 0 }))
  await deleteDataFrom(sql, from, Math.ceil(PURGED_EVENTS / purged.length))
}

/** An event, from which on the events of its asset must lose their data. */
export interface PurgedFrom {
  readonly asset_id: string
  /** Its name. */
  readonly tenant: string
  readonly n: number
}

const DELETE_DATA = `WITH old AS MATERIALIZED (
    SELECT x.n, x.position > $4::bigint AS is_left
      FROM unnest($1::text[], $2::uuid[], $3::bigint[]) AS gone (tenant, asset_id, n)
      JOIN $schema.tenants t ON t.name = gone.tenant
      CROSS JOIN LATERAL (SELECT s.n, row_number() OVER (ORDER BY s.n) AS position FROM (
        SELECT e.n FROM $schema.events e WHERE e.asset_id = gone.asset_id AND e.n >= gone.n AND e.tenant_id = t.id
          AND e.type <> 'asset.purged' ORDER BY e.asset_id, e.n LIMIT $4::bigint + 1) s) x)
  UPDATE $schema.events e SET data = CASE WHEN old.is_left THEN e.data END, is_purged = old.is_left
    FROM old WHERE e.n = old.n RETURNING old.is_left`

/**
 * Deletes the data of at most `limit` events of each asset, and what endpoints answered to as many, and marks the next.
 * Resolves to how many there were.
 */
export async function deleteDataFrom(
  sql: Sql,
  from: readonly PurgedFrom[],
  limit: number,
): Promise<number> {
  const changed = await sql<{ readonly is_left: boolean }>(DELETE_DATA, [
    from.map(({ tenant }) => tenant),
    from.map(({ asset_id: assetId }) => assetId),
    from.map(({ n }) => n),
    limit,
  ])
  const count = changed.filter(({ is_left: isLeft }) => !isLeft).length
  // A statement of its own: it waits for no answer that is just being recorded, for that locks the asset.
  const answers = await sql<{ readonly asset_id: string }>(FORGET_ANSWERS, [
    from.map(({ asset_id: assetId }) => assetId),
    limit,
  ])
  const left = from.filter(
    ({ asset_id: assetId }) =>
      answers.length >= limit &&
      answers.filter((each) => each.asset_id === assetId).length === limit,
  )
  for (const { asset_id: assetId, n } of left) await sql(MARK_FIRST, [assetId, n])
  return Math.max(count, answers.length)
}

/** An endpoint may answer with what it was told. */
const FORGET_ANSWERS = `UPDATE $schema.deliveries d SET answer = NULL WHERE d.n = ANY (ARRAY(
    SELECT x.n FROM unnest($1::text[]) AS gone (asset_id)
      CROSS JOIN LATERAL (SELECT s.n FROM $schema.deliveries s
        WHERE s.lane = gone.asset_id COLLATE "C" AND s.lane <> '' AND s.answer IS NOT NULL
          ORDER BY s.lane LIMIT $2) x))
  RETURNING d.lane AS asset_id`

const MARK_FIRST = `UPDATE $schema.events SET is_purged = true WHERE n = (
  SELECT e.n FROM $schema.events e WHERE e.asset_id = $1::uuid AND e.n >= $2 AND e.type <> 'asset.purged'
    ORDER BY e.asset_id, e.n LIMIT 1)`
