import { addMillis, type Micros } from '../../time/timestamp.ts'
import type { DeliveryRecord, WebhookRecord } from '../../webhooks/webhook.ts'
import {
  DELIVERY_STATES,
  type DeliveryCells,
  deliveryOfCells,
} from '../../webhooks/webhook-cells.ts'
import type {
  DeliveryQuery,
  LatePage,
  LateQuery,
  LateWebhook,
  WaitingQuery,
  WebhookRecords,
} from '../../webhooks/webhook-records.ts'
import type { Sql, SqliteValue } from '../driver/client.ts'
import { SELECT_DELIVERY, SELECT_WEBHOOK, type WebhookRow, webhookOfRow } from './webhook-row.ts'

const BY_ID = `${SELECT_WEBHOOK} WHERE x.id = ?`

/** The endpoint of the tenant; `null`: there is none with this id. */
export function findWebhook(
  sql: Sql,
  { tenant, id }: { readonly tenant: string; readonly id: string },
): WebhookRecord | null {
  const row = sql<WebhookRow>(BY_ID).get(id)
  return row?.tenant === tenant ? webhookOfRow(row) : null
}

/** `WebhookRecords.list` */
export function listWebhooks(
  sql: Sql,
  { tenant, after, limit }: Parameters<WebhookRecords['list']>[0],
): readonly WebhookRecord[] {
  const [ofTenant, values] =
    tenant === undefined ? ['', []] : ['t.name = ? AND', [tenant] as SqliteValue[]]
  return sql<WebhookRow>(`${SELECT_WEBHOOK} WHERE ${ofTenant} x.id > ? ORDER BY x.id LIMIT ?`)
    .all(...values, after ?? '', limit)
    .map(webhookOfRow)
}

/** `WebhookRecords.waiting`, without the time. */
export function listWaiting(
  sql: Sql,
  { webhookId, assetId, after, limit }: WaitingQuery,
): readonly DeliveryRecord[] {
  const [ofLane, values] =
    assetId === undefined ? ['', []] : ['AND x.lane = ?', [assetId ?? ''] as SqliteValue[]]
  return sql<DeliveryCells>(
    `${SELECT_DELIVERY} WHERE x.webhook_id = ? AND x.state = 0 ${ofLane} AND x.n > ? ORDER BY x.n LIMIT ?`,
  )
    .all(webhookId, ...values, after, limit)
    .map(deliveryOfCells)
}

const NEXT_WITH_WAITING = `SELECT webhook_id AS id FROM deliveries INDEXED BY deliveries_lane
  WHERE state = 0 AND webhook_id > ? ORDER BY webhook_id LIMIT 1`
const OLDEST_WAITING = `SELECT lane, created_at AS at FROM deliveries INDEXED BY deliveries_state
  WHERE webhook_id = ? AND state = 0 ORDER BY n LIMIT 1`

/** `WebhookRecords.late` */
export function listLate(sql: Sql, { waitedFor, after, limit }: LateQuery, now: Micros): LatePage {
  const late: LateWebhook[] = []
  let next = after ?? ''
  for (let looked = 0; looked < limit; looked += 1) {
    const found = sql<{ id: string }>(NEXT_WITH_WAITING).get(next)
    if (found === undefined) return { late, next: null }
    next = found.id
    const oldest = sql<{ lane: string; at: Micros }>(OLDEST_WAITING).get(next)
    if (oldest === undefined || addMillis(oldest.at, waitedFor) > now) continue
    const row = sql<WebhookRow>(BY_ID).get(next)
    if (row?.state !== 'enabled') continue
    late.push({ webhook: webhookOfRow(row), assetId: oldest.lane || null })
  }
  return { late, next }
}

/** `WebhookRecords.deliveries` */
export function listDeliveries(
  sql: Sql,
  { tenant, webhookId, state, before, limit }: DeliveryQuery,
): readonly DeliveryRecord[] {
  if (findWebhook(sql, { tenant, id: webhookId }) === null) return []
  const [ofState, values] =
    state === undefined ? ['', []] : ['AND x.state = ?', [DELIVERY_STATES[state]] as SqliteValue[]]
  return sql<DeliveryCells>(
    `${SELECT_DELIVERY} WHERE x.webhook_id = ? ${ofState} AND x.n < ? ORDER BY x.n DESC LIMIT ?`,
  )
    .all(webhookId, ...values, before ?? Number.MAX_SAFE_INTEGER, limit)
    .map(deliveryOfCells)
}

/** `WebhookRecords.delivery` */
export function findDelivery(
  sql: Sql,
  { tenant, webhookId, id }: Parameters<WebhookRecords['delivery']>[0],
): DeliveryRecord | null {
  const row = sql<DeliveryCells>(`${SELECT_DELIVERY} WHERE x.id = ?`).get(id)
  return row?.tenant === tenant && row.webhook_id === webhookId ? deliveryOfCells(row) : null
}

/** Whether the tenant has an endpoint that gets events. */
export function hasEnabledWebhook(sql: Sql, tenantId: number): boolean {
  const row = sql(`SELECT 1 FROM webhooks WHERE tenant_id = ? AND state = 'enabled' LIMIT 1`)
  return row.get(tenantId) !== undefined
}
