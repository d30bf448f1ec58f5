import type { StoreEventType } from '../events/store-events.ts'
import type { AssetFilter } from '../filters/asset-filters.ts'
import type { CallOptions } from '../options/call-options.ts'
import type { DeliveryState, Webhook, WebhookDelivery } from './webhook.ts'
import type { WebhookAnswer } from './webhook-sender.ts'

/** What may be said of a webhook. */
export interface WebhookSettings {
  /** Where its events go, of at most 2048 characters. `url_refused` when the rules of the sender forbid it. */
  readonly url: string
  /** Types of events, at least one; `null`: all. */
  readonly types?: readonly StoreEventType[] | null
  /**
   * Which assets it is told of, as they were when the event happened; as in lists. `asset.purged` is told of all assets,
   * because nothing of them is kept. With a filter it is not told of folders, keys, tickets and owners. `null`: no
   * filter.
   */
  readonly filter?: AssetFilter | null
  /** Whether it gets events. Enabled again, it goes on where it stopped. */
  readonly enabled?: boolean
}

/** Options of `webhooks.create`. By default it gets all events, and is enabled. */
export interface CreateWebhookOptions extends WebhookSettings, CallOptions {}

/** What `webhooks.update` changes; what is left out stays. */
export interface WebhookChangesGiven extends Partial<WebhookSettings> {}

/** Options of `webhooks.list`. */
export interface ListWebhooksOptions extends CallOptions {
  /** The `next` of the page before. Default: from the oldest. */
  readonly after?: string | null
  /** 1 … 1000. Default 100. */
  readonly limit?: number
}

/** Some webhooks. */
export interface WebhookPage {
  /** The oldest first. */
  readonly webhooks: readonly Webhook[]
  /** Continues; `null`: no others follow. */
  readonly next: string | null
}

/** Options of `webhooks.deliveries`. */
export interface ListDeliveriesOptions extends ListWebhooksOptions {
  /** Default: every state. */
  readonly state?: DeliveryState
}

/** Some deliveries of a webhook. */
export interface DeliveryPage {
  /** The newest first. */
  readonly deliveries: readonly WebhookDelivery[]
  /** Continues; `null`: no others follow. */
  readonly next: string | null
}

/** A webhook with its secret, which is shown once. */
export interface NewSecret {
  readonly webhook: Webhook
  /** `whsec_…`: what its receiver checks signatures with. */
  readonly secret: string
}

/**
 * URLs that are told of what happens in a tenant: at least once, for each asset in the order of its events, signed as
 * Standard Webhooks 1.0. They need the store options `webhooks`, `signing` and `events`; without these, and in a scoped
 * store, their methods are refused as `invalid_argument`. Events are sent by processes that have an API with `baseUrl`
 * on the store: the events have its form.
 */
export interface Webhooks {
  /**
   * Adds a webhook: it is told of what happens from now on. `secret` is shown here and never again. `url_refused`;
   * `too_many_webhooks`: a tenant has at most 50.
   *
   * @example
   * ```ts
   * import type { AssetStore } from '@stowage/core'
   *
   * export async function tellOfPictures(store: AssetStore): Promise<string> {
   *   const { secret } = await store.webhooks.create({
   *     url: 'https://example.com/hooks/media',
   *     types: ['asset.created', 'asset.purged'],
   *     filter: { type: 'image' },
   *   })
   *   return secret
   * }
   * ```
   */
  create(options: CreateWebhookOptions): Promise<NewSecret>
  /** Lists one page of webhooks. */
  list(options?: ListWebhooksOptions): Promise<WebhookPage>
  /** `webhook_not_found`. */
  get(id: string, options?: CallOptions): Promise<Webhook>
  /**
   * Changes a webhook. `enabled: true` also lets one go on that was paused or answered 410. What waits is sent to the new
   * URL. `url_refused`, `webhook_not_found`.
   */
  update(id: string, changes: WebhookChangesGiven, options?: CallOptions): Promise<Webhook>
  /** Deletes a webhook with its deliveries. `webhook_not_found`. */
  delete(id: string, options?: CallOptions): Promise<void>
  /** Gives it a new secret. For 24 hours the old one signs too, so that its receiver can take over the new one. */
  rotate(id: string, options?: CallOptions): Promise<NewSecret>
  /** Sends one message of the type `ping` at once, whatever its state, and resolves to the answer. */
  ping(id: string, options?: CallOptions): Promise<WebhookAnswer>
  /**
   * Sends events again: those after the event of this id, or from this moment on, as far as they are kept. Also skips
   * those before it that it has not got yet. `cursor_expired` when there is no such event.
   */
  replay(id: string, since: string | Date, options?: CallOptions): Promise<Webhook>
  /** Lists one page of its deliveries. They are forgotten 30 days after they ended. */
  deliveries(id: string, options?: ListDeliveriesOptions): Promise<DeliveryPage>
  /** Tries a delivery again, now, with all its attempts. `delivery_not_found`. */
  retry(id: string, deliveryId: string, options?: CallOptions): Promise<WebhookDelivery>
}
