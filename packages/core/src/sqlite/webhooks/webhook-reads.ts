import type { DeliveryRecord, WebhookRecord } from '../../webhooks/webhook.ts'
import {
  DELIVERY_STATES,
  type DeliveryCells,
  deliveryOfCells,
} from '../../webhooks/webhook-cells.ts'
import type { DeliveryQuery, WaitingQuery, WebhookRecords } from '../../webhooks/webhook-records.ts'
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
