import {
  formatTimestamp,
  formatTimestampOrNull,
  type Micros,
  parseTimestamp,
  parseTimestampOrNull,
} from '../time/timestamp.ts'
import type { DeliveryRecord, DeliveryState, WebhookRecord, WebhookState } from './webhook.ts'

/** A row of `webhooks` with the name of its tenant, without the columns that each database keeps in its own way. */
export interface WebhookCells {
  readonly id: string
  readonly tenant: string
  readonly url: string
  readonly state: string
  readonly position: string | null
  readonly requeue_after: number | null
  readonly failures: number
  readonly failing_since: Micros | null
  readonly revision: number
  readonly created_at: Micros
  readonly updated_at: Micros
}

/** The endpoint of a row. `read`: the columns that each database keeps in its own way. */
export function webhookOfCells(
  row: WebhookCells,
  { types, filter, secrets }: Pick<WebhookRecord, 'types' | 'filter' | 'secrets'>,
): WebhookRecord {
  return {
    id: row.id,
    tenant: row.tenant,
    url: row.url,
    types,
    filter,
    state: row.state as WebhookState,
    failures: row.failures,
    failingSince: formatTimestampOrNull(row.failing_since),
    createdAt: formatTimestamp(row.created_at),
    updatedAt: formatTimestamp(row.updated_at),
    secrets,
    position: row.position,
    requeueAfter: row.requeue_after,
    revision: row.revision,
  }
}

/** The numbers of the states of deliveries. */
export const DELIVERY_STATES: Readonly<Record<DeliveryState, number>> = {
  waiting: 0,
  done: 1,
  dead: 2,
}
const NAMES = Object.keys(DELIVERY_STATES) as DeliveryState[]

/** A row of `deliveries` with the name of its tenant. */
export interface DeliveryCells {
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

/** The delivery of a row. */
export function deliveryOfCells(row: DeliveryCells): DeliveryRecord {
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

/** The row of a delivery, without its tenant. `number: null`: the database gives it one. */
export function cellsOfDelivery<Number extends number | null>(
  delivery: Omit<DeliveryRecord, 'number'> & { readonly number: Number },
): Omit<DeliveryCells, 'n' | 'tenant'> & { readonly n: Number } {
  return {
    n: delivery.number,
    id: delivery.id,
    webhook_id: delivery.webhookId,
    event_id: delivery.eventId,
    event_n: delivery.eventNumber,
    type: delivery.type,
    lane: delivery.assetId ?? '',
    state: DELIVERY_STATES[delivery.state],
    attempts: delivery.attempts,
    next_at: parseTimestampOrNull(delivery.nextAt),
    attempted_at: parseTimestampOrNull(delivery.attemptedAt),
    status: delivery.status,
    answer: delivery.answer,
    created_at: parseTimestamp(delivery.createdAt),
    ended_at: parseTimestampOrNull(delivery.endedAt),
  }
}
