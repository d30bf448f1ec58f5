import type { AssetFilter } from '@stowage/core'
import type { Webhook, WebhookChangesGiven, WebhookDelivery, Webhooks } from '@stowage/core/types'
import { serverFilter } from '../server-filter.ts'
import type {
  DeliveryItem,
  WebhookItem,
  WebhookSettingsGiven,
  WebhooksTarget,
} from './webhooks-target.ts'

/** The webhooks of a store. */
export function localWebhooks(webhooks: Webhooks): WebhooksTarget {
  return {
    async *list(signal) {
      for await (const page of pagesOf((after) => webhooks.list({ after, signal }))) {
        yield* page.webhooks.map(itemOfWebhook)
      }
    },
    async create({ url, ...settings }, signal) {
      const { webhook, secret } = await webhooks.create({ url, ...given(settings), signal })
      return { webhook: itemOfWebhook(webhook), secret }
    },
    update: async (id, changes, signal) =>
      itemOfWebhook(await webhooks.update(id, given(changes), { signal })),
    delete: (id, signal) => webhooks.delete(id, { signal }),
    async rotate(id, signal) {
      const { webhook, secret } = await webhooks.rotate(id, { signal })
      return { webhook: itemOfWebhook(webhook), secret }
    },
    async ping(id, signal) {
      const { status, text } = await webhooks.ping(id, { signal })
      return { status, answer: text }
    },
    replay: async (id, since, signal) =>
      itemOfWebhook(await webhooks.replay(id, since, { signal })),
    async *deliveries(id, state, signal) {
      const query = { signal, ...(state !== undefined && { state }) }
      for await (const page of pagesOf((after) => webhooks.deliveries(id, { ...query, after }))) {
        yield* page.deliveries.map(itemOfDelivery)
      }
    },
    retry: async (id, deliveryId, signal) =>
      itemOfDelivery(await webhooks.retry(id, deliveryId, { signal })),
  }
}

/** The store refuses unknown types itself. */
function given(settings: WebhookSettingsGiven): WebhookChangesGiven {
  return settings as WebhookChangesGiven
}

/** All pages of a list. */
async function* pagesOf<Page extends { readonly next: string | null }>(
  page: (after: string | null) => Promise<Page>,
): AsyncGenerator<Page> {
  for (let after: string | null = null; ; ) {
    const found: Page = await page(after)
    yield found
    if (found.next === null) return
    after = found.next
  }
}

/** As a service shows it: tags of which all are wanted are a list. */
function filterItem(filter: AssetFilter): object {
  const named = serverFilter(filter)
  return filter.tags === undefined || filter.anyTag !== undefined
    ? named
    : { ...named, tag: filter.tags }
}

function itemOfWebhook(webhook: Webhook): WebhookItem {
  const { id, url, types, filter, state, failures, failingSince, createdAt, updatedAt } = webhook
  return {
    id,
    url,
    types,
    filter: filter === null ? null : filterItem(filter),
    state,
    failures,
    failing_since: failingSince,
    created_at: createdAt,
    updated_at: updatedAt,
  }
}

function itemOfDelivery(delivery: WebhookDelivery): DeliveryItem {
  const { id, eventId, type, assetId, state, attempts, nextAt, attemptedAt } = delivery
  const { status, answer, createdAt } = delivery
  return {
    id,
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
  }
}
