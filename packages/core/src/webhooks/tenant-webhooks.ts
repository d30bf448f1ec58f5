import { mustBe } from '../arguments/must-be.ts'
import { requireText } from '../arguments/require-text.ts'
import { requireWord } from '../arguments/require-word.ts'
import type { ViewedStore } from '../assets/store-view.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { deliveryNotFound, webhookNotFound } from '../errors/webhook-errors.ts'
import { requireOptions } from '../options/call-options.ts'
import type { StoreCore } from '../store/opening/store-core.ts'
import { newUuid } from '../time/new-uuid.ts'
import { addMillis, formatTimestamp, parseTimestamp } from '../time/timestamp.ts'
import { openSecrets } from './deliver.ts'
import { positionBefore, positionOfEvent } from './find-position.ts'
import {
  type DeliveryRecord,
  type DeliveryState,
  MAX_WEBHOOKS,
  type Webhook,
  type WebhookDelivery,
  type WebhookRecord,
} from './webhook.ts'
import { WEBHOOK_CALLS } from './webhook-calls.ts'
import { deliverJob, fanOutJob } from './webhook-jobs.ts'
import type { FoundWebhook, WebhookChange, WebhookChanges } from './webhook-records.ts'
import { newWebhookSecret } from './webhook-secret.ts'
import { requireSettings } from './webhook-settings.ts'
import type { Webhooks } from './webhooks.ts'

const DEFAULT_PAGE = 100
/** Deliveries that one transaction deletes. */
const DELETED_AT_ONCE = 500
/** Milliseconds that an old secret signs besides the new one: a day. */
const OLD_SECRET_FOR = 24 * 3_600_000
/** Milliseconds after which a new endpoint looks for events: writes that began before it do not know of it. */
const LATER = 5000
const STATES: Readonly<Record<DeliveryState, true>> = { waiting: true, done: true, dead: true }

/** `AssetStore.webhooks` of one tenant. */
export function tenantWebhooks(core: StoreCore, { tenant, scope }: ViewedStore): Webhooks {
  const { calls, metadata, webhooks: engine, feed } = core
  const records = metadata.webhooks

  function requireEngine() {
    if (scope !== null) {
      throw invalidArgument('scope', 'A scoped store has no webhooks. Use the whole store.')
    }
    if (feed === null) {
      throw invalidArgument('events', 'Webhooks need events. Open the store with `events: true`.')
    }
    if (engine !== null) return engine
    throw invalidArgument(
      'webhooks',
      'This store sends no webhooks. Open it with `webhooks: webhooks()` of @stowage/webhooks, and with `signing`.',
    )
  }

  async function found(id: string): Promise<FoundWebhook> {
    const known = await records.get({ tenant, id })
    if (known === null) throw webhookNotFound()
    return known
  }

  /** Changes an endpoint by what it is. What runs in the background may change it meanwhile: then once more. */
  async function change(
    id: string,
    changeOf: (found: FoundWebhook) => {
      readonly changes: WebhookChanges
      readonly jobs?: NonNullable<WebhookChange['jobs']>
    },
  ): Promise<WebhookRecord> {
    for (;;) {
      const known = await found(id)
      const { revision } = known.webhook
      const changed = await records.change({ tenant, id, revision, ...changeOf(known) })
      if (changed !== null) return changed
    }
  }

  /** All that waits gets a job, also if it was enabled: its job may have been discarded. */
  const wakeUp = (webhook: WebhookRecord) => ({
    requeueAfter: 0,
    ...(webhook.state !== 'enabled' && { failures: 0, failingSince: null }),
  })

  return {
    async create(options) {
      const { signal, ...given } = requireOptions(WEBHOOK_CALLS.createWebhook, options)
      const { sender, box } = requireEngine()
      if (given.url === undefined) throw mustBe('url', 'the URL that gets the events', undefined)
      const settings = requireSettings(given, sender)
      return calls.run(async () => {
        const id = newUuid()
        const secret = newWebhookSecret()
        const latest = await metadata.events.latest({ tenant })
        const { url = '', types = null, filter = null, state = 'enabled' } = settings
        const record = await records.create({
          ...{ id, tenant, url, types, filter, state },
          position: latest?.position ?? null,
          secrets: [{ sealed: box.seal(secret, id), until: null }],
          limit: MAX_WEBHOOKS,
          jobs: [fanOutJob(LATER)],
        })
        return { webhook: shown(record), secret }
      }, signal)
    },

    async list(options = {}) {
      const known = requireOptions(WEBHOOK_CALLS.listWebhooks, options)
      const { after = null, limit = DEFAULT_PAGE, signal } = known
      if (after !== null) requireText('after', after)
      requireEngine()
      return calls.look(async () => {
        const page = await records.list({ tenant, after, limit: limit + 1 })
        const webhooks = page.slice(0, limit).map(shown)
        return { webhooks, next: page.length > limit ? (webhooks.at(-1)?.id ?? null) : null }
      }, signal)
    },

    async get(id, options = {}) {
      const { signal } = requireOptions(WEBHOOK_CALLS.getWebhook, options)
      requireText('id', id)
      requireEngine()
      return calls.look(async () => shown((await found(id)).webhook), signal)
    },

    async update(id, changes, options = {}) {
      const { signal } = requireOptions(WEBHOOK_CALLS.updateWebhook, options)
      const given = requireOptions(WEBHOOK_CALLS.webhookChanges, changes)
      requireText('id', id)
      const settings = requireSettings(given, requireEngine().sender)
      const record = await calls.run(
        () =>
          change(id, ({ webhook }) =>
            settings.state === 'enabled'
              ? { changes: { ...settings, ...wakeUp(webhook) }, jobs: [fanOutJob()] }
              : { changes: settings },
          ),
        signal,
      )
      return shown(record)
    },

    async delete(id, options = {}) {
      const { signal } = requireOptions(WEBHOOK_CALLS.deleteWebhook, options)
      requireText('id', id)
      requireEngine()
      await calls.run(async () => {
        const step = { tenant, id, limit: DELETED_AT_ONCE }
        while (!(await records.delete(step)).isGone) signal?.throwIfAborted()
      }, signal)
    },

    async rotate(id, options = {}) {
      const { signal } = requireOptions(WEBHOOK_CALLS.rotateWebhook, options)
      requireText('id', id)
      const { box } = requireEngine()
      const secret = newWebhookSecret()
      const record = await calls.run(
        () =>
          change(id, ({ webhook, now }) => {
            const until = formatTimestamp(addMillis(parseTimestamp(now), OLD_SECRET_FOR))
            const [newest] = webhook.secrets
            const old = newest === undefined ? [] : [{ sealed: newest.sealed, until }]
            const secrets = [{ sealed: box.seal(secret, id), until: null }, ...old]
            return { changes: { secrets } }
          }),
        signal,
      )
      return { webhook: shown(record), secret }
    },

    async ping(id, options = {}) {
      const { signal } = requireOptions(WEBHOOK_CALLS.pingWebhook, options)
      requireText('id', id)
      const { box, sender } = requireEngine()
      return calls.look(async () => {
        const { webhook, now } = await found(id)
        const secrets = openSecrets(box, webhook, now)
        const body = JSON.stringify({ type: 'ping', timestamp: now, data: {} })
        const message = { id: newUuid(), url: webhook.url, secrets, body }
        return sender.send(message, { signal: signal ?? core.closing })
      }, signal)
    },

    async replay(id, since, options = {}) {
      const { signal } = requireOptions(WEBHOOK_CALLS.replayWebhook, options)
      requireText('id', id)
      const moment = momentOf(since)
      if (moment === null) requireText('since', since)
      requireEngine()
      const record = await calls.run(async () => {
        const { events } = metadata
        const position =
          moment === null
            ? await positionOfEvent(events, tenant, since as string)
            : await positionBefore(events, tenant, moment)
        return change(id, () => ({ changes: { position }, jobs: [fanOutJob()] }))
      }, signal)
      return shown(record)
    },

    async deliveries(id, options = {}) {
      const known = requireOptions(WEBHOOK_CALLS.listDeliveries, options)
      const { after = null, limit = DEFAULT_PAGE, state, signal } = known
      requireText('id', id)
      if (after !== null) requireText('after', after)
      if (state !== undefined) requireWord('state', Object.keys(STATES), state)
      requireEngine()
      return calls.look(async () => {
        await found(id)
        const last = after === null ? null : await foundDelivery(id, after)
        const page = await records.deliveries({
          tenant,
          webhookId: id,
          ...(state !== undefined && { state }),
          before: last?.number ?? null,
          limit: limit + 1,
        })
        const deliveries = page.slice(0, limit).map(shownDelivery)
        return { deliveries, next: page.length > limit ? (deliveries.at(-1)?.id ?? null) : null }
      }, signal)
    },

    async retry(id, deliveryId, options = {}) {
      const { signal } = requireOptions(WEBHOOK_CALLS.retryDelivery, options)
      requireText('id', id)
      requireText('deliveryId', deliveryId)
      requireEngine()
      return calls.run(async () => {
        await found(id)
        for (;;) {
          const before = await foundDelivery(id, deliveryId)
          const { attempts, status, answer, assetId } = before
          const to = { state: 'waiting', attempts: 0, status, answer } as const
          const changed = await records.change({
            tenant,
            id,
            revision: null,
            changes: {},
            delivery: { id: deliveryId, attempts, to: { ...to, nextIn: null, isAttempt: false } },
            jobs: [deliverJob({ webhookId: id, assetId })],
          })
          if (changed !== null) return shownDelivery({ ...before, ...to, nextAt: null })
          await found(id)
        }
      }, signal)
    },
  }

  async function foundDelivery(webhookId: string, id: string): Promise<DeliveryRecord> {
    const delivery = await records.delivery({ tenant, webhookId, id })
    if (delivery === null) throw deliveryNotFound()
    return delivery
  }
}

/** What callers see of it. */
function shown(record: WebhookRecord): Webhook {
  const { id, tenant, url, types, filter, state, failures, failingSince } = record
  const { createdAt, updatedAt } = record
  return { id, tenant, url, types, filter, state, failures, failingSince, createdAt, updatedAt }
}

function shownDelivery(record: DeliveryRecord): WebhookDelivery {
  const { tenant: _, number: _number, eventNumber: _event, endedAt: _ended, ...delivery } = record
  return delivery
}

/** The moment that `since` is; `null`: it is no date. A `Date` of another realm counts. */
function momentOf(since: unknown): Date | null {
  if (Object.prototype.toString.call(since) !== '[object Date]') return null
  const millis = Number(since)
  if (Number.isFinite(millis)) return new Date(millis)
  throw mustBe('since', 'the id of an event or a valid Date', since)
}
