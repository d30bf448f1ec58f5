import {
  type DeliveryRecord,
  type DeliveryState,
  formatTimestamp,
  formatTimestampOrNull,
  parseTimestamp,
  parseTimestampOrNull,
  type SealedSecret,
  type WebhookRecord,
  type WebhookState,
} from '@stowage/core/internal'

/** A row of `webhooks` with the name of its tenant. */
export interface WebhookRow {
  readonly id: string
  readonly tenant: string
  readonly url: string
  readonly types: WebhookRecord['types']
  readonly filter: WebhookRecord['filter']
  readonly state: string
  readonly secrets: readonly SealedSecret[]
  readonly position: string | null
  readonly requeue_after: number | null
  readonly failures: number
  readonly failing_since: number | null
  readonly revision: number
  readonly created_at: number
  readonly updated_at: number
}

/** Selects a `WebhookRow`; a `WHERE` follows. */
export const SELECT_WEBHOOK =
  'SELECT t.name AS tenant, x.* FROM $schema.webhooks x JOIN $schema.tenants t ON t.id = x.tenant_id'

/** The endpoint of a row. */
export function webhookOfRow(row: WebhookRow): WebhookRecord {
  return {
    id: row.id,
    tenant: row.tenant,
    url: row.url,
    types: row.types,
    filter: row.filter,
    state: row.state as WebhookState,
    failures: row.failures,
    failingSince: formatTimestampOrNull(row.failing_since),
    createdAt: formatTimestamp(row.created_at),
    updatedAt: formatTimestamp(row.updated_at),
    secrets: row.secrets,
    position: row.position,
    requeueAfter: row.requeue_after,
    revision: row.revision,
  }
}

/** The row of an endpoint, without its tenant's name. */
export function rowOfWebhook(
  webhook: WebhookRecord,
  tenantId: number,
): Omit<WebhookRow, 'tenant'> & { readonly tenant_id: number } {
  return {
    id: webhook.id,
    tenant_id: tenantId,
    url: webhook.url,
    types: webhook.types,
    filter: webhook.filter,
    state: webhook.state,
    secrets: webhook.secrets,
    position: webhook.position,
    requeue_after: webhook.requeueAfter,
    failures: webhook.failures,
    failing_since: parseTimestampOrNull(webhook.failingSince),
    revision: webhook.revision,
    created_at: parseTimestamp(webhook.createdAt),
    updated_at: parseTimestamp(webhook.updatedAt),
  }
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
  readonly next_at: number | null
  readonly attempted_at: number | null
  readonly status: number | null
  readonly answer: string | null
  readonly created_at: number
  readonly ended_at: number | null
}

/** Selects a `DeliveryRow`; a `WHERE` follows. */
export const SELECT_DELIVERY =
  'SELECT t.name AS tenant, x.* FROM $schema.deliveries x JOIN $schema.tenants t ON t.id = x.tenant_id'

/** The delivery of a row. */
export function deliveryOfRow(row: DeliveryRow): DeliveryRecord {
  return {
    id: row.id,
    tenant: row.tenant,
    webhookId: row.webhook_id,
    number: row.n,
    eventId: row.event_id,
    eventNumber: row.event_n,
    type: row.type as DeliveryRecord['type'],
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

/** The row of a delivery, without its tenant's name. */
export function rowOfDelivery(
  delivery: DeliveryRecord,
  tenantId: number,
): Omit<DeliveryRow, 'tenant'> & { readonly tenant_id: number } {
  return {
    n: delivery.number,
    id: delivery.id,
    tenant_id: tenantId,
    webhook_id: delivery.webhookId,
    event_id: delivery.eventId,
    event_n: delivery.eventNumber,
    type: delivery.type,
    lane: delivery.assetId ?? '',
    state: STATES[delivery.state],
    attempts: delivery.attempts,
    next_at: parseTimestampOrNull(delivery.nextAt),
    attempted_at: parseTimestampOrNull(delivery.attemptedAt),
    status: delivery.status,
    answer: delivery.answer,
    created_at: parseTimestamp(delivery.createdAt),
    ended_at: parseTimestampOrNull(delivery.endedAt),
  }
}
