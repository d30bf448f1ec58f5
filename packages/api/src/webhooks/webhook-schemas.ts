import type { StoreEventType } from '@stowage/core'
import { MAX_PER_PAGE, STORE_EVENT_TYPES } from '@stowage/core/internal'
import {
  count,
  dateTime,
  exactly,
  nullable,
  ref,
  requestDocument,
  text,
  uri,
  uuid,
} from '../openapi/schema-parts.ts'
import { momentPattern } from '../openapi/text-schemas.ts'

/** What webhooks can be told of. */
export const DELIVERABLE_TYPES: readonly StoreEventType[] = STORE_EVENT_TYPES.filter(
  (type) => type !== 'tenant.erased',
)
/** What the state of a delivery can be. */
export const DELIVERY_STATES = ['waiting', 'done', 'dead'] as const

/** `filter[state]` of deliveries: the parameter of jobs has other states. */
export const DELIVERY_STATE_PARAMETER: object = {
  name: 'filter[state]',
  in: 'query',
  required: false,
  description: 'Only deliveries in this state.',
  schema: { ...text, enum: DELIVERY_STATES },
}

const webhooks = { type: 'string', const: 'webhooks' } as const

const settings = {
  url: {
    ...uri,
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
    maxLength: 2048,
    description: 'Where events are sent: https, of a public host.',
  },
  types: {
    type: ['array', 'null'],
    items: { ...text, enum: DELIVERABLE_TYPES },
    minItems: 1,
    maxItems: DELIVERABLE_TYPES.length,
    uniqueItems: true,
    description: 'Types of events. Null: all.',
  },
  filter: {
    anyOf: [ref('FilterDocument'), { type: 'null' }],
    description:
      'Which assets it is told of, as they were when it happened; as in lists. It is told of each purge. Null: all, and ' +
      'what has no asset.',
  },
  enabled: {
    type: 'boolean',
    description: 'Whether it gets events. Enabled again, it goes on where it stopped.',
  },
} as const

const attributes = {
  ...settings,
  state: {
    ...text,
    enum: ['enabled', 'disabled', 'paused', 'gone'],
    description: '`paused`: no success for 5 days. `gone`: it answered 410.',
  },
  failures: { ...count, description: 'Since the last success.' },
  failing_since: { ...nullable(dateTime), description: 'The first of them.' },
  created_at: dateTime,
  updated_at: dateTime,
} as const

const answer = {
  status: {
    ...nullable({ type: 'integer', minimum: 100, maximum: 999 }),
    description: 'Of the answer; null: there was none.',
  },
  answer: {
    ...nullable(text),
    description: 'Its beginning, or why there was none. Null: it was not tried.',
  },
} as const

const delivery = {
  event_id: uuid,
  event_type: { ...text, enum: DELIVERABLE_TYPES },
  asset_id: nullable(uuid),
  state: {
    ...text,
    enum: DELIVERY_STATES,
    description:
      '`dead`: ten attempts failed, or it cannot be sent. It waits for someone who retries it.',
  },
  attempts: { ...count, description: 'How often it was tried.' },
  next_at: {
    ...nullable(dateTime),
    description: 'When it is tried next; null: in its turn, or never.',
  },
  attempted_at: { ...nullable(dateTime), description: 'When it was tried last.' },
  ...answer,
  created_at: dateTime,
} as const

const meta = exactly({
  path: uri,
  per_page: { type: 'integer', minimum: 1, maximum: MAX_PER_PAGE },
})
const links = exactly({ first: uri, next: nullable(uri) })

/** The schemas of webhooks and their deliveries. */
export const WEBHOOK_SCHEMAS: Readonly<
  Record<
    | 'Webhook'
    | 'WebhookCollection'
    | 'WebhookDocument'
    | 'WebhookRequest'
    | 'WebhookUpdate'
    | 'WebhookReplay'
    | 'WebhookPing'
    | 'WebhookPingDocument'
    | 'WebhookDelivery'
    | 'WebhookDeliveryCollection'
    | 'WebhookDeliveryDocument'
    | 'NewWebhook'
    | 'NewWebhookDocument',
    object
  >
> = {
  Webhook: exactly({ id: uuid, type: webhooks, attributes: exactly(attributes) }),
  WebhookCollection: exactly({ data: { type: 'array', items: ref('Webhook') }, links, meta }),
  WebhookDocument: exactly({ data: ref('Webhook') }),
  WebhookRequest: requestDocument({
    type: webhooks,
    attributes: exactly(settings, ['types', 'filter', 'enabled']),
  }),
  WebhookUpdate: requestDocument({
    type: webhooks,
    id: uuid,
    attributes: exactly(settings, ['url', 'types', 'filter', 'enabled']),
  }),
  NewWebhook: exactly({
    id: uuid,
    type: webhooks,
    attributes: exactly({
      ...attributes,
      secret: {
        ...text,
        pattern: '^whsec_',
        description: 'What its receiver checks signatures with. Shown once.',
      },
    }),
  }),
  NewWebhookDocument: exactly({ data: ref('NewWebhook') }),
  WebhookReplay: requestDocument({
    type: { type: 'string', const: 'webhook-replays' },
    attributes: exactly({
      since: {
        anyOf: [uuid, { ...text, pattern: momentPattern(6) }],
        description: 'The id of the event before the first one, or a moment: a day, or a time.',
      },
    }),
  }),
  WebhookPing: exactly({
    id: { ...uuid, description: 'Of the webhook.' },
    type: { type: 'string', const: 'webhook-pings' },
    attributes: exactly(answer),
  }),
  WebhookPingDocument: exactly({ data: ref('WebhookPing') }),
  WebhookDelivery: exactly({
    id: uuid,
    type: { type: 'string', const: 'webhook-deliveries' },
    attributes: exactly(delivery),
  }),
  WebhookDeliveryCollection: exactly({
    data: { type: 'array', items: ref('WebhookDelivery') },
    links,
    meta,
  }),
  WebhookDeliveryDocument: exactly({ data: ref('WebhookDelivery') }),
}
