import type { AssetFilter } from '@stowage/core'
import type { DeliveryState, WebhookState } from '@stowage/core/types'

/** What the state of a webhook can be. */
export const WEBHOOK_STATES: readonly WebhookState[] = ['enabled', 'disabled', 'paused', 'gone']

/** What the state of a delivery can be. */
export const DELIVERY_STATES: readonly DeliveryState[] = ['waiting', 'done', 'dead']

/** A webhook, by the names of the HTTP API. */
export interface WebhookItem {
  readonly id: string
  readonly url: string
  /** `null`: all. */
  readonly types: readonly string[] | null
  /** `null`: all assets, and what has none. */
  readonly filter: object | null
  readonly state: WebhookState
  /** Since the last success. */
  readonly failures: number
  readonly failing_since: string | null
  readonly created_at: string
  readonly updated_at: string
}

/** A delivery, by the names of the HTTP API. */
export interface DeliveryItem {
  readonly id: string
  readonly event_id: string
  readonly event_type: string
  readonly asset_id: string | null
  readonly state: DeliveryState
  readonly attempts: number
  readonly next_at: string | null
  readonly attempted_at: string | null
  /** Of the last answer; `null`: there was none. */
  readonly status: number | null
  /** The beginning of the last answer, or why there was none. */
  readonly answer: string | null
  readonly created_at: string
}

/** What may be said of a webhook; what is left out stays. The store refuses unknown types. */
export interface WebhookSettingsGiven {
  readonly url?: string
  readonly types?: readonly string[] | null
  readonly filter?: AssetFilter | null
  readonly enabled?: boolean
}

/** A webhook with its new secret. */
export interface WebhookWithSecret {
  readonly webhook: WebhookItem
  readonly secret: string
}

/** Webhooks of the tenant. */
export interface WebhooksTarget {
  /** The oldest first. */
  list(signal: AbortSignal): AsyncIterable<WebhookItem>
  create(
    settings: WebhookSettingsGiven & { readonly url: string },
    signal: AbortSignal,
  ): Promise<WebhookWithSecret>
  update(id: string, changes: WebhookSettingsGiven, signal: AbortSignal): Promise<WebhookItem>
  delete(id: string, signal: AbortSignal): Promise<void>
  rotate(id: string, signal: AbortSignal): Promise<WebhookWithSecret>
  /** `status` is `null` when there was no answer; `answer` then says why. */
  ping(
    id: string,
    signal: AbortSignal,
  ): Promise<{ readonly status: number | null; readonly answer: string }>
  replay(id: string, since: string | Date, signal: AbortSignal): Promise<WebhookItem>
  /** The newest first. */
  deliveries(
    id: string,
    state: DeliveryState | undefined,
    signal: AbortSignal,
  ): AsyncIterable<DeliveryItem>
  retry(id: string, deliveryId: string, signal: AbortSignal): Promise<DeliveryItem>
}
