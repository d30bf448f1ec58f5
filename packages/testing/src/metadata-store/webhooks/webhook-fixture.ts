import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type {
  DeliveryChange,
  DeliveryRecord,
  NewDelivery,
  NewWebhook,
  WebhookRecord,
} from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import { v7 as uuidv7 } from 'uuid'

/** An enabled endpoint of the tenant `default` that is told of pictures. */
export function newWebhook(overrides: Partial<NewWebhook> = {}): NewWebhook {
  return {
    id: uuidv7(),
    tenant: 'default',
    url: 'https://hooks.example.com/größe?a=1',
    types: ['asset.created', 'asset.purged'],
    filter: { type: 'image', tags: ['Straße 🏖'] },
    state: 'enabled',
    position: null,
    secrets: [{ sealed: '1.abc.def', until: null }],
    limit: 50,
    ...overrides,
  }
}

/** A delivery of an upload. */
export function newDelivery(overrides: Partial<NewDelivery> = {}): NewDelivery {
  return {
    id: uuidv7(),
    eventId: uuidv7(),
    eventNumber: 1,
    type: 'asset.created',
    assetId: randomUUID(),
    ...overrides,
  }
}

/** Adds deliveries to the endpoint. Resolves to them as they wait, in order. */
export async function delivered(
  metadata: MetadataStore,
  { tenant, id }: WebhookRecord,
  add: readonly Partial<NewDelivery>[],
): Promise<readonly DeliveryRecord[]> {
  const last = (
    await metadata.webhooks.deliveries({ tenant, webhookId: id, before: null, limit: 1 })
  )
    .map(({ number }) => number)
    .concat(0)[0]
  const change = {
    tenant,
    id,
    revision: null,
    changes: {},
    add: add.map((one) => newDelivery(one)),
  }
  assert.ok(await metadata.webhooks.change(change))
  const { deliveries } = await metadata.webhooks.waiting({
    webhookId: id,
    after: last ?? 0,
    limit: 1000,
  })
  return deliveries
}

/** What an attempt of this delivery changes: by default the endpoint accepted it. */
export function attempt(
  { id, attempts }: DeliveryRecord,
  to: Partial<DeliveryChange['to']> = {},
): DeliveryChange {
  return {
    id,
    attempts,
    to: {
      state: 'done',
      attempts: attempts + 1,
      status: 204,
      answer: '',
      nextIn: null,
      isAttempt: true,
      ...to,
    },
  }
}
