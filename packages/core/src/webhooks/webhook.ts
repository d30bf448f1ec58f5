import type { Timestamp } from '../assets/asset.ts'
import type { StoreEventType } from '../events/store-events.ts'
import type { AssetFilter } from '../filters/asset-filters.ts'

/**
 * `enabled`: it gets events. `disabled`: it was switched off. `paused`: it had no success for 5 days. `gone`: it
 * answered 410. The last three get nothing until they are enabled; then they go on where they stopped.
 */
export type WebhookState = 'enabled' | 'disabled' | 'paused' | 'gone'

/** An endpoint that is told of events. */
export interface Webhook {
  /** UUIDv7. */
  readonly id: string
  /** Name of the tenant whose events it gets. */
  readonly tenant: string
  readonly url: string
  /** `null`: all types. */
  readonly types: readonly StoreEventType[] | null
  /** Which assets it is told of, as they were when it happened; `null`: all, and what has no asset. */
  readonly filter: AssetFilter | null
  readonly state: WebhookState
  /** Failures since the last success. From 3 on only one delivery is tried at a time. */
  readonly failures: number
  /** The first of them; `null`: there is none. */
  readonly failingSince: Timestamp | null
  readonly createdAt: Timestamp
  readonly updatedAt: Timestamp
}

/** A secret as it is kept: nobody can read it without the secret of the store's signed URLs. */
export interface SealedSecret {
  /** In a form of its own, with the id of the key that sealed it. */
  readonly sealed: string
  /** Until when it signs; `null`: until it is replaced. */
  readonly until: Timestamp | null
}

/** An endpoint as a database keeps it. */
export interface WebhookRecord extends Webhook {
  /** The newest first. */
  readonly secrets: readonly SealedSecret[]
  /** The last event of the tenant's feed that it was matched with; `null`: none. */
  readonly position: string | null
  /** Whether deliveries wait whose jobs must be enqueued again: the number of the one before them. `null`: none. */
  readonly requeueAfter: number | null
  /** Counts its changes. */
  readonly revision: number
}

/** `waiting`: for an attempt. `done`: the endpoint accepted it. `dead`: ten attempts failed. */
export type DeliveryState = 'waiting' | 'done' | 'dead'

/** One event for one endpoint. */
export interface WebhookDelivery {
  /** UUIDv7. */
  readonly id: string
  readonly webhookId: string
  readonly eventId: string
  readonly type: StoreEventType
  /** Deliveries of an asset are made in the order of its events; those without asset are one line of their own. */
  readonly assetId: string | null
  readonly state: DeliveryState
  /** How often it was tried. */
  readonly attempts: number
  /** When it is tried next, at the earliest; `null`: when its turn comes, or it is not `waiting`. */
  readonly nextAt: Timestamp | null
  /** When it was tried last. */
  readonly attemptedAt: Timestamp | null
  /** The status of the last answer; `null`: there was none. */
  readonly status: number | null
  /** The beginning of the last answer, at most 1024 characters, or why there was none. `null`: it was not tried, or its asset was purged. */
  readonly answer: string | null
  readonly createdAt: Timestamp
}

/** A delivery as a database keeps it. */
export interface DeliveryRecord extends WebhookDelivery {
  readonly tenant: string
  /** Deliveries of an endpoint are numbered in their order. Numbers may be missing. */
  readonly number: number
  /** Of the event, in the feed of its tenant. */
  readonly eventNumber: number
  /** When it was done or died; `null` while it waits. */
  readonly endedAt: Timestamp | null
}

/** The most endpoints that a tenant may have. */
export const MAX_WEBHOOKS = 50

/** Failures in a row from which on an endpoint gets one delivery at a time. */
export const SLOW_FROM = 3
