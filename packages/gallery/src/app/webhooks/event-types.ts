import type { WebhookRequest } from '@stowage/client'

export type EventType = NonNullable<WebhookRequest['data']['attributes']['types']>[number]

/** What webhooks can be told of, in the order of the form. The compiler holds it against the API. */
const TYPES: Readonly<Record<EventType, true>> = {
  'asset.created': true,
  'asset.updated': true,
  'asset.replaced': true,
  'asset.moved': true,
  'asset.tagged': true,
  'asset.trashed': true,
  'asset.restored': true,
  'asset.purged': true,
  'asset.kept': true,
  'asset.attached': true,
  'asset.detached': true,
  'owner.detached': true,
  'folder.created': true,
  'folder.updated': true,
  'folder.deleted': true,
  'key.created': true,
  'key.revoked': true,
  'ticket.created': true,
  'ticket.revoked': true,
  'variant.ready': true,
  'variant.failed': true,
}

export const EVENT_TYPES = Object.keys(TYPES) as readonly EventType[]
