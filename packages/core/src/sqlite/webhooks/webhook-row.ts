import type { StoreEventType } from '../../events/store-events.ts'
import {
  formatTimestamp,
  formatTimestampOrNull,
  type Micros,
  parseTimestamp,
  parseTimestampOrNull,
} from '../../time/timestamp.ts'
import type {
  DeliveryRecord,
  DeliveryState,
  SealedSecret,
  WebhookRecord,
  WebhookState,
} from '../../webhooks/webhook.ts'
import type { Sql } from '../driver/client.ts'
import { ensureTenant } from '../tenants/tenants.ts'

/** A row of `webhooks` with the name of its tenant. */
export interface WebhookRow {
  readonly id: string
  readonly tenant: string
  readonly url: string
  readonly types: string | null
  readonly filter: string | null
  readonly state: string
  readonly secrets: string
  readonly position: string | null
  readonly requeue_after: number | null
  readonly failures: number
  readonly failing_since: Micros | null
  readonly revision: number
  readonly created_at: Micros
  readonly updated_at: Micros
}

/** Selects a `WebhookRow`; a `WHERE` follows. */
export const SELECT_WEBHOOK =
  'SELECT t.name AS tenant, x.* FROM webhooks x JOIN tenants t ON t.id = x.tenant_id'

/** The endpoint of a row. */
export function webhookOfRow(row: WebhookRow): WebhookRecord {
  return {
    id: row.id,
    tenant: row.tenant,
    url: row.url,
    types: row.types === null ? null : (JSON.parse(row.types) as StoreEventType[]),
    filter: row.filter === null ? null : (JSON.parse(row.filter) as object),
    state: row.state as WebhookState,
    failures: row.failures,
    failingSince: formatTimestampOrNull(row.failing_since),
    createdAt: formatTimestamp(row.created_at),
    updatedAt: formatTimestamp(row.updated_at),
    secrets: JSON.parse(row.secrets) as SealedSecret[],
    position: row.position,
    requeueAfter: row.requeue_after,
    revision: row.revision,
  }
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

/** The numbers of the states of deliveries. */
export const STATES: Readonly<Record<DeliveryState, number>> = { waiting: 0, done: 1, dead: 2 }
const NAMES = Object.keys(STATES) as DeliveryState[]

/** A row of `deliveries` with the name of its tenant. */
export interface DeliveryRow {
  readonly n: number
  readonly id: string
  readonly tenant: string
  readonly webhook_id: string
  readonly event_id: string
  readonly event_n: number
  readonly type: string
  readonly lane: string
  readonly state: number
  readonly attempts: number
  readonly next_at: Micros | null
  readonly attempted_at: Micros | null
  readonly status: number | null
  readonly answer: string | null
  readonly created_at: Micros
  readonly ended_at: Micros | null
}

/** Selects a `DeliveryRow`; a `WHERE` follows. */
export const SELECT_DELIVERY =
  'SELECT t.name AS tenant, x.* FROM deliveries x JOIN tenants t ON t.id = x.tenant_id'

/** The delivery of a row. */
export function deliveryOfRow(row: DeliveryRow): DeliveryRecord {
  return {
    id: row.id,
    tenant: row.tenant,
    webhookId: row.webhook_id,
    number: row.n,
    eventId: row.event_id,
    eventNumber: row.event_n,
    type: row.type as StoreEventType,
    assetId: row.lane === '' ? null : row.lane,
    state: NAMES[row.state] as DeliveryState,
    attempts: row.attempts,
    nextAt: formatTimestampOrNull(row.next_at),
    attemptedAt: formatTimestampOrNull(row.attempted_at),
    status: row.status,
    answer: row.answer,
    createdAt: formatTimestamp(row.created_at),
    endedAt: formatTimestampOrNull(row.ended_at),
  }
}

/** Writes a delivery in place of the one with its number, if there is one. */
export function putDelivery(
  sql: Sql,
  { number, ...delivery }: Omit<DeliveryRecord, 'number'> & { readonly number: number | null },
): void {
  sql(
    `REPLACE INTO deliveries (n, id, tenant_id, webhook_id, event_id, event_n, type, lane, state, attempts, next_at,
      attempted_at, status, answer, created_at, ended_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    number,
    delivery.id,
    ensureTenant(sql, delivery.tenant),
    delivery.webhookId,
    delivery.eventId,
    delivery.eventNumber,
    delivery.type,
    delivery.assetId ?? '',
    STATES[delivery.state],
    delivery.attempts,
    parseTimestampOrNull(delivery.nextAt),
    parseTimestampOrNull(delivery.attemptedAt),
    delivery.status,
    delivery.answer,
    parseTimestamp(delivery.createdAt),
    parseTimestampOrNull(delivery.endedAt),
  )
}
