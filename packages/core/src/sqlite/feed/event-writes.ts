import type { Recorded } from '../../events/recorded.ts'
import { keptEventData } from '../../feed/event-data.ts'
import { eventIdAt } from '../../feed/event-id.ts'
import { PURGED_EVENTS } from '../../feed/event-records.ts'
import type { EventRecord } from '../../feed/feed-event.ts'
import type { DoneWrite } from '../../ports/write-events.ts'
import { eventNotesOf, purgedBy } from '../../ports/write-notes.ts'
import { parseTimestamp } from '../../time/timestamp.ts'
import type { Sql } from '../driver/client.ts'
import { ensureTenant, findTenant } from '../tenants/tenants.ts'
import type { Transaction } from '../tenants/transaction.ts'

/**
 * Adds the effects of a write to the change feed, in the same transaction, if the request asks for it. Returns the
 * tenants that have new events, by number. `only`: the number of the tenant of all of them, if it is known.
 */
export function storeEvents(
  { sql, now }: Transaction,
  done: DoneWrite,
  only?: number,
): ReadonlySet<number> {
  const by = (done.request as Recorded | null)?.record
  const tenants = new Set<number>()
  if (!by?.events) return tenants
  for (const { tenant, type, assetId, createdBy, data } of eventNotesOf(done)) {
    const creator =
      createdBy === undefined && assetId !== null ? creatorOf(sql, assetId) : (createdBy ?? null)
    const tenantId = tenant === null ? null : (only ?? findTenant(sql, tenant))
    sql(INSERT_EVENT).run(eventIdAt(now), tenantId, now, type, assetId, creator, by.actor, data)
    if (tenantId !== null) tenants.add(tenantId)
  }
  return tenants
}

const INSERT_EVENT = `INSERT INTO events (id, tenant_id, at, type, asset_id, created_by, actor, data)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`

function creatorOf(sql: Sql, assetId: string): string | null {
  const text = 'SELECT created_by AS creator FROM assets WHERE id = ?'
  return sql<{ creator: string | null }>(text).get(assetId)?.creator ?? null
}

/** Deletes the data of the events of assets that a write has purged: of each a share, which is nearly always all. */
export function deletePurgedData({ sql }: Transaction, done: DoneWrite): void {
  const purged = purgedBy(done)
  for (const { id, tenant } of purged) {
    const tenantId = findTenant(sql, tenant)
    if (tenantId === null) continue
    const limit = Math.ceil(PURGED_EVENTS / purged.length)
    deleteDataFrom(sql, { asset_id: id, tenant_id: tenantId, n: 0 }, limit)
  }
}

/** An event, from which on the events of its asset must lose their data. */
export interface PurgedFrom {
  readonly asset_id: string
  readonly tenant_id: number
  readonly n: number
}

const OF_ASSET = `FROM events WHERE asset_id = ? AND tenant_id = ? AND n >= ?
  AND type <> 'asset.purged' ORDER BY n LIMIT`

/**
 * Deletes the data of at most `limit` of these events, and what endpoints answered to as many, and marks the next.
 * Returns how many there were.
 */
export function deleteDataFrom(sql: Sql, from: PurgedFrom, limit: number): number {
  const { asset_id: assetId, tenant_id: tenantId, n } = from
  const { changes } = sql(
    `UPDATE events SET data = NULL, is_purged = 0 WHERE n IN (SELECT n ${OF_ASSET} ?)`,
  ).run(assetId, tenantId, n, limit)
  const count = Number(changes)
  if (count === limit) {
    sql(`UPDATE events SET is_purged = 1 WHERE n = (SELECT n ${OF_ASSET} 1 OFFSET ?)`).run(
      assetId,
      tenantId,
      n,
      limit,
    )
  }
  const { changes: forgotten } = sql(FORGET_ANSWERS).run(assetId, tenantId, limit)
  const answers = Number(forgotten)
  // Also its answers may be left to the next call.
  if (answers === limit && count < limit) {
    sql(`UPDATE events SET is_purged = 1 WHERE n = (SELECT n ${OF_ASSET} 1)`).run(
      assetId,
      tenantId,
      n,
    )
  }
  return Math.max(count, answers)
}

/** An endpoint may answer with what it was told. */
const FORGET_ANSWERS = `UPDATE deliveries SET answer = NULL WHERE n IN (
  SELECT n FROM deliveries INDEXED BY deliveries_answered
    WHERE lane = ? AND lane <> '' AND answer IS NOT NULL AND tenant_id = ? LIMIT ?)`

/** Writes an event unchanged. */
export function insertEvent(sql: Sql, event: EventRecord): void {
  sql(
    `INSERT INTO events (n, id, tenant_id, at, type, asset_id, created_by, actor, data, is_purged)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    event.number,
    event.id,
    event.tenant === null ? null : ensureTenant(sql, event.tenant),
    parseTimestamp(event.at),
    event.type,
    event.assetId,
    event.createdBy,
    event.actor,
    event.data && JSON.stringify(keptEventData(event.data)),
    Number(event.isPurged),
  )
}
