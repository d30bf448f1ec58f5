import type { Timestamp } from '../assets/asset.ts'
import type { DeliveryRecord, WebhookRecord } from './webhook.ts'
import type { DeliveryChange, NewDelivery, NewWebhook, WebhookChanges } from './webhook-records.ts'

/** The record of a new endpoint. */
export function newWebhookRecord(
  { id, tenant, url, types, filter, state, position, secrets }: NewWebhook,
  now: Timestamp,
): WebhookRecord {
  return {
    id,
    tenant,
    url,
    types,
    filter,
    state,
    failures: 0,
    failingSince: null,
    createdAt: now,
    updatedAt: now,
    secrets,
    position,
    requeueAfter: null,
    revision: 0,
  }
}

/** The endpoint after these changes. */
export function changedWebhook(
  webhook: WebhookRecord,
  changes: WebhookChanges,
  now: Timestamp,
): WebhookRecord {
  if (Object.keys(changes).length === 0) return webhook
  // What runs in the background is no update.
  const isUpdate = (['url', 'types', 'filter', 'state', 'secrets'] as const).some(
    (name) => changes[name] !== undefined,
  )
  const updatedAt = isUpdate ? now : webhook.updatedAt
  return { ...webhook, ...changes, updatedAt, revision: webhook.revision + 1 }
}

/** The delivery after this change. `nextAt`: now and `nextIn`. */
export function changedDelivery(
  delivery: DeliveryRecord,
  { to }: DeliveryChange,
  {
    now,
    nextAt,
    isPurged,
  }: {
    readonly now: Timestamp
    readonly nextAt: Timestamp | null
    /** Whether its asset is gone. */
    readonly isPurged: boolean
  },
): DeliveryRecord {
  const { state, attempts, status, answer, isAttempt, tellsAsset = false } = to
  return {
    ...delivery,
    state,
    attempts,
    status,
    answer: tellsAsset && isPurged ? null : answer,
    nextAt: state === 'waiting' ? nextAt : null,
    attemptedAt: isAttempt ? now : delivery.attemptedAt,
    endedAt: state === 'waiting' ? null : now,
  }
}

/** Whether this is the delivery that a change is about, as it must be before. */
export function isDeliveryFor(
  delivery: Pick<DeliveryRecord, 'webhookId' | 'attempts'> | undefined,
  webhookId: string,
  { attempts }: DeliveryChange,
): boolean {
  return delivery?.webhookId === webhookId && delivery.attempts === attempts
}

/** The record of a new delivery of this endpoint. */
export function newDeliveryRecord(
  { id, eventId, eventNumber, type, assetId }: NewDelivery,
  {
    webhook,
    number,
    now,
  }: {
    readonly webhook: Pick<WebhookRecord, 'id' | 'tenant'>
    readonly number: number
    readonly now: Timestamp
  },
): DeliveryRecord {
  return {
    id,
    tenant: webhook.tenant,
    webhookId: webhook.id,
    number,
    eventId,
    eventNumber,
    type,
    assetId,
    state: 'waiting',
    attempts: 0,
    nextAt: null,
    attemptedAt: null,
    status: null,
    answer: null,
    createdAt: now,
    endedAt: null,
  }
}
