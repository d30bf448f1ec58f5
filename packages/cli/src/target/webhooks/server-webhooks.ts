import type { Client, WebhookUpdate } from '@stowage/client'
import type { DeliveryState, WebhookState } from '@stowage/core/types'
import {
  answered,
  type Form,
  listOf,
  object,
  orNull,
  text,
  time,
  uuid,
  whole,
} from '../answered.ts'
import { allCursorPages, type CursorQuery } from '../answered-pages.ts'
import { serverFilter } from '../server-filter.ts'
import {
  DELIVERY_STATES,
  type DeliveryItem,
  WEBHOOK_STATES,
  type WebhookItem,
  type WebhookSettingsGiven,
  type WebhooksTarget,
  type WebhookWithSecret,
} from './webhooks-target.ts'

const webhookState: Form<WebhookState> = (value) => WEBHOOK_STATES.find((each) => each === value)
const deliveryState: Form<DeliveryState> = (value) => DELIVERY_STATES.find((each) => each === value)

const WEBHOOK = {
  url: text,
  types: orNull(listOf(text)),
  filter: orNull(object),
  state: webhookState,
  failures: whole,
  failing_since: orNull(time),
  created_at: time,
  updated_at: time,
}

const DELIVERY = {
  event_id: uuid,
  event_type: text,
  asset_id: orNull(uuid),
  state: deliveryState,
  attempts: whole,
  next_at: orNull(time),
  attempted_at: orNull(time),
  status: orNull(whole),
  answer: orNull(text),
  created_at: time,
}

type Attributes = WebhookUpdate['data']['attributes']

/** The webhooks of a service, for a caller who may manage and read. */
export function serverWebhooks({ webhooks }: Client): WebhooksTarget {
  return {
    async *list(signal) {
      const ask = (query: CursorQuery) => webhooks.list(query, { signal })
      for await (const one of allCursorPages(ask, { mayBeEmpty: false })) yield itemOfWebhook(one)
    },
    create: async ({ url, ...settings }, signal) =>
      withSecret(await webhooks.create({ url, ...attributesOf(settings) }, { signal })),
    update: async (id, changes, signal) =>
      itemOfWebhook(await webhooks.update(id, attributesOf(changes), { signal })),
    delete: (id, signal) => webhooks.delete(id, { signal }),
    rotate: async (id, signal) => withSecret(await webhooks.rotate(id, { signal })),
    async ping(id, signal) {
      const ping: unknown = await webhooks.ping(id, { signal })
      const { attributes } = answered('an answer', ping, { attributes: object })
      const said = { status: orNull(whole), answer: orNull(text) }
      const { status, answer } = answered('an answer', attributes, said)
      return { status, answer: answer ?? '' }
    },
    async replay(id, since, signal) {
      const from = typeof since === 'string' ? since : since.toISOString()
      return itemOfWebhook(await webhooks.replay(id, from, { signal }))
    },
    async *deliveries(id, state, signal) {
      const only = state === undefined ? {} : { 'filter[state]': state }
      const ask = (query: CursorQuery) => webhooks.deliveries(id, { ...query, ...only }, { signal })
      for await (const one of allCursorPages(ask, { mayBeEmpty: false })) yield itemOfDelivery(one)
    },
    retry: async (id, deliveryId, signal) =>
      itemOfDelivery(await webhooks.retry(id, deliveryId, { signal })),
  }
}

/** The service refuses unknown types itself. */
function attributesOf({ filter, ...settings }: WebhookSettingsGiven): Attributes {
  const named =
    filter === undefined ? {} : { filter: filter === null ? null : serverFilter(filter) }
  return { ...settings, ...named } as Attributes
}

function withSecret(made: unknown): WebhookWithSecret {
  const { attributes } = answered('a webhook', made, { attributes: object })
  return { webhook: itemOfWebhook(made), ...answered('a webhook', attributes, { secret: text }) }
}

function itemOfWebhook(webhook: unknown): WebhookItem {
  const { id, attributes } = answered('a webhook', webhook, { id: uuid, attributes: object })
  return { id, ...answered('a webhook', attributes, WEBHOOK) }
}

function itemOfDelivery(delivery: unknown): DeliveryItem {
  const { id, attributes } = answered('a delivery', delivery, { id: uuid, attributes: object })
  return { id, ...answered('a delivery', attributes, DELIVERY) }
}
