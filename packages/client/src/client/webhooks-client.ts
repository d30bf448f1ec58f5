import type {
  ListWebhookDeliveriesQuery,
  ListWebhooksQuery,
  NewWebhook,
  Webhook,
  WebhookCollection,
  WebhookDelivery,
  WebhookDeliveryCollection,
  WebhookPing,
  WebhookRequest,
  WebhookUpdate,
} from '../generated/openapi.ts'
import type { CallOptions } from '../request/client-options.ts'

/**
 * URLs that are told of what happens in one tenant. All calls need the permissions `manage` and `read`. `route_not_found`
 * when the service sends no webhooks, `webhooks_unavailable` when it cannot.
 */
export interface WebhooksClient {
  /** One page of webhooks, the oldest first. Pass the `page[after]` of `links.next` for the next one. */
  list(query?: ListWebhooksQuery, options?: CallOptions): Promise<WebhookCollection>
  /** `webhook_not_found`. */
  get(id: string, options?: CallOptions): Promise<Webhook>
  /**
   * Adds a webhook. `attributes.secret` is shown here and never again. After a lost answer the service may have a webhook
   * whose secret is lost. List the webhooks, and rotate or delete it. `url_refused`, `too_many_webhooks`.
   */
  create(
    attributes: WebhookRequest['data']['attributes'],
    options?: CallOptions,
  ): Promise<NewWebhook>
  /** Changes some settings. `enabled: true` also lets one go on that was paused. `url_refused`, `webhook_not_found`. */
  update(
    id: string,
    attributes: WebhookUpdate['data']['attributes'],
    options?: CallOptions,
  ): Promise<Webhook>
  /** Deletes a webhook with its deliveries. `webhook_not_found`. */
  delete(id: string, options?: CallOptions): Promise<void>
  /** Gives it a new secret, `attributes.secret`, shown here alone. For 24 hours the old one signs too. */
  rotate(id: string, options?: CallOptions): Promise<NewWebhook>
  /** Sends a message of the type `ping`, and resolves to what the webhook answered. */
  ping(id: string, options?: CallOptions): Promise<WebhookPing>
  /** Sends events again: those after the event of this id, or from this moment on. `cursor_expired`. */
  replay(id: string, since: string, options?: CallOptions): Promise<Webhook>
  /** One page of its deliveries, the newest first. */
  deliveries(
    id: string,
    query?: ListWebhookDeliveriesQuery,
    options?: CallOptions,
  ): Promise<WebhookDeliveryCollection>
  /** Tries a delivery again, now, with all its attempts. `delivery_not_found`. */
  retry(id: string, deliveryId: string, options?: CallOptions): Promise<WebhookDelivery>
}
