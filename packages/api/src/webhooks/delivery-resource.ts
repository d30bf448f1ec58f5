import type { StoreEventType } from '@stowage/core'
import type { DeliveryState, WebhookDelivery } from '@stowage/core/types'

/** The attributes of a delivery. Times are UTC with six fractional digits. */
export interface DeliveryAttributes {
  readonly event_id: string
  readonly event_type: StoreEventType
  readonly asset_id: string | null
  readonly state: DeliveryState
  /** How often it was tried. */
  readonly attempts: number
  /** `null`: when its turn comes, or never. */
  readonly next_at: string | null
  readonly attempted_at: string | null
  /** Of the last answer; `null`: there was none. */
  readonly status: number | null
  /** The beginning of the last answer, or why there was none; `null`: it was not tried. */
  readonly answer: string | null
  readonly created_at: string
}

/** A JSON:API resource object of a delivery. */
export interface DeliveryResource {
  readonly id: string
  readonly type: 'webhook-deliveries'
  readonly attributes: DeliveryAttributes
}

/** A delivery as clients see it. */
export function deliveryResource(delivery: WebhookDelivery): DeliveryResource {
  const { id, eventId, type, assetId, state, attempts, nextAt, attemptedAt } = delivery
  const { status, answer, createdAt } = delivery
  return {
    id,
    type: 'webhook-deliveries',
    attributes: {
      event_id: eventId,
      event_type: type,
      asset_id: assetId,
      state,
      attempts,
      next_at: nextAt,
      attempted_at: attemptedAt,
      status,
      answer,
      created_at: createdAt,
    },
  }
}
