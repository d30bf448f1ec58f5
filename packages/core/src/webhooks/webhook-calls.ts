import type { CallOptions } from '../options/call-options.ts'
import { abortSignal, integer } from '../options/checks.ts'
import { type KnownOptions, knownOptions } from '../options/known-options.ts'
import type {
  CreateWebhookOptions,
  ListDeliveriesOptions,
  ListWebhooksOptions,
  WebhookChangesGiven,
} from './webhooks.ts'

/** The longest page of webhooks, and of deliveries. */
const MAX_PAGE = 1000

const SIGNAL = { signal: abortSignal } as const
const SETTINGS = { url: true, types: true, filter: true, enabled: true } as const
const PAGE = { ...SIGNAL, after: true, limit: integer(1, MAX_PAGE) } as const

/** The calls of `AssetStore.webhooks`. */
export interface WebhookCalls {
  readonly createWebhook: KnownOptions<CreateWebhookOptions>
  readonly webhookChanges: KnownOptions<WebhookChangesGiven>
  readonly listWebhooks: KnownOptions<ListWebhooksOptions>
  readonly getWebhook: KnownOptions<CallOptions>
  readonly updateWebhook: KnownOptions<CallOptions>
  readonly deleteWebhook: KnownOptions<CallOptions>
  readonly rotateWebhook: KnownOptions<CallOptions>
  readonly pingWebhook: KnownOptions<CallOptions>
  readonly replayWebhook: KnownOptions<CallOptions>
  readonly listDeliveries: KnownOptions<ListDeliveriesOptions>
  readonly retryDelivery: KnownOptions<CallOptions>
}

/** The options of each. */
export const WEBHOOK_CALLS: WebhookCalls = {
  createWebhook: knownOptions<CreateWebhookOptions>(
    'webhooks.create',
    { ...SIGNAL, ...SETTINGS },
    { sample: "{ url: 'https://example.com/hook' }" },
  ),
  webhookChanges: knownOptions<WebhookChangesGiven>('webhooks.update', SETTINGS),
  listWebhooks: knownOptions<ListWebhooksOptions>('webhooks.list', PAGE),
  getWebhook: knownOptions<CallOptions>('webhooks.get', SIGNAL),
  updateWebhook: knownOptions<CallOptions>('webhooks.update', SIGNAL),
  deleteWebhook: knownOptions<CallOptions>('webhooks.delete', SIGNAL),
  rotateWebhook: knownOptions<CallOptions>('webhooks.rotate', SIGNAL),
  pingWebhook: knownOptions<CallOptions>('webhooks.ping', SIGNAL),
  replayWebhook: knownOptions<CallOptions>('webhooks.replay', SIGNAL),
  listDeliveries: knownOptions<ListDeliveriesOptions>('webhooks.deliveries', {
    ...PAGE,
    state: true,
  }),
  retryDelivery: knownOptions<CallOptions>('webhooks.retry', SIGNAL),
}
