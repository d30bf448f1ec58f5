import type { StoreEventType } from '../../events/store-events.ts'
import { parseTimestamp, parseTimestampOrNull } from '../../time/timestamp.ts'
import type { DeliveryRecord, SealedSecret, WebhookRecord } from '../../webhooks/webhook.ts'
import { cellsOfDelivery, type WebhookCells, webhookOfCells } from '../../webhooks/webhook-cells.ts'
import type { Sql } from '../driver/client.ts'
import { ensureTenant } from '../tenants/tenants.ts'

/** A row of `webhooks` with the name of its tenant. */
export interface WebhookRow extends WebhookCells {
  readonly types: string | null
  readonly filter: string | null
  readonly secrets: string
}

/** Selects a `WebhookRow`; a `WHERE` follows. */
export const SELECT_WEBHOOK =
  'SELECT t.name AS tenant, x.* FROM webhooks x JOIN tenants t ON t.id = x.tenant_id'

/** The endpoint of a row. */
export function webhookOfRow(row: WebhookRow): WebhookRecord {
  return webhookOfCells(row, {
    types: row.types === null ? null : (JSON.parse(row.types) as StoreEventType[]),
    filter: row.filter === null ? null : (JSON.parse(row.filter) as object),
    secrets: JSON.parse(row.secrets) as SealedSecret[],
  })
}

/** Writes an endpoint in place of the one with its id, if there is one. */
export function putWebhook(sql: Sql, webhook: WebhookRecord): void {
  sql(
    `REPLACE INTO webhooks (id, tenant_id, url, types, filter, state, secrets, position, requeue_after, failures,
      failing_since, revision, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    webhook.id,
    ensureTenant(sql, webhook.tenant),
    webhook.url,
    jsonOrNull(webhook.types),
    jsonOrNull(webhook.filter),
    webhook.state,
    JSON.stringify(webhook.secrets),
    webhook.position,
    webhook.requeueAfter,
    webhook.failures,
    parseTimestampOrNull(webhook.failingSince),
    webhook.revision,
    parseTimestamp(webhook.createdAt),
    parseTimestamp(webhook.updatedAt),
  )
}

function jsonOrNull(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value)
}

/** Selects `DeliveryCells`; a `WHERE` follows. */
export const SELECT_DELIVERY =
  'SELECT t.name AS tenant, x.* FROM deliveries x JOIN tenants t ON t.id = x.tenant_id'

/** Writes a delivery in place of the one with its number, if there is one. */
export function putDelivery(
  sql: Sql,
  delivery: Omit<DeliveryRecord, 'number'> & { readonly number: number | null },
): void {
  const row = cellsOfDelivery(delivery)
  sql(
    `REPLACE INTO deliveries (n, id, tenant_id, webhook_id, event_id, event_n, type, lane, state, attempts, next_at,
      attempted_at, status, answer, created_at, ended_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    row.n,
    row.id,
    ensureTenant(sql, delivery.tenant),
    row.webhook_id,
    row.event_id,
    row.event_n,
    row.type,
    row.lane,
    row.state,
    row.attempts,
    row.next_at,
    row.attempted_at,
    row.status,
    row.answer,
    row.created_at,
    row.ended_at,
  )
}
