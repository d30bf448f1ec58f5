import type { StoreEventType } from '@stowage/core'
import type { Webhook } from '@stowage/core/types'
import type { JsonObject } from '../documents/json-members.ts'
import { filterDocument } from '../finding/filter-document.ts'

/** The attributes of a webhook. Times are UTC with six fractional digits. */
export interface WebhookAttributes {
  readonly url: string
  /** `null`: all. */
  readonly types: readonly StoreEventType[] | null
  /** With the names of the filters of lists; `null`: all assets, and what has none. */
  readonly filter: JsonObject | null
  /** Whether it gets events. */
  readonly enabled: boolean
  readonly state: Webhook['state']
  /** Since the last success. */
  readonly failures: number
  readonly failing_since: string | null
  readonly created_at: string
  readonly updated_at: string
}

/** The attributes of a webhook for whoever made it, or gave it a new secret. */
export interface NewWebhookAttributes extends WebhookAttributes {
  /** `whsec_…`. Shown once. */
  readonly secret: string
}

/** A JSON:API resource object of a webhook. */
export interface WebhookResource<Attributes = WebhookAttributes> {
  readonly id: string
  readonly type: 'webhooks'
  readonly attributes: Attributes
}

/** A webhook as clients see it. */
export function webhookResource({ id, ...webhook }: Webhook): WebhookResource {
  return { id, type: 'webhooks', attributes: attributesOf(webhook) }
}

/** A webhook with its new secret. */
export function newWebhookResource(
  { id, ...webhook }: Webhook,
  secret: string,
): WebhookResource<NewWebhookAttributes> {
  return { id, type: 'webhooks', attributes: Object.assign(attributesOf(webhook), { secret }) }
}

function attributesOf(webhook: Omit<Webhook, 'id'>): WebhookAttributes {
  const { url, types, filter, state, failures, failingSince, createdAt, updatedAt } = webhook
  return {
    url,
    types,
    filter: filter === null ? null : filterDocument(filter),
    enabled: state === 'enabled',
    state,
    failures,
    failing_since: failingSince,
    created_at: createdAt,
    updated_at: updatedAt,
  }
}
