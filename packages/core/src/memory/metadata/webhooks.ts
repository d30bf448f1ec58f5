import type { AssetRecord } from '../../assets/asset.ts'
import { tenantErased } from '../../errors/erasure-errors.ts'
import { tooManyWebhooks, webhookNotFound } from '../../errors/webhook-errors.ts'
import { retentionEnd } from '../../maintenance/sweep-record.ts'
import type { DoneWrite } from '../../ports/write-events.ts'
import { purgedBy } from '../../ports/write-notes.ts'
import { addMillis, formatTimestamp, parseTimestamp } from '../../time/timestamp.ts'
import type { DeliveryRecord, WebhookRecord } from '../../webhooks/webhook.ts'
import {
  changedDelivery,
  changedWebhook,
  isDeliveryFor,
  newDeliveryRecord,
  newWebhookRecord,
} from '../../webhooks/webhook-changes.ts'
import type { DeliveryChange, WebhookRecords } from '../../webhooks/webhook-records.ts'
import type { MemoryContext } from './context.ts'
import type { MemorySweeps } from './sweeps.ts'
import { type MemoryTable, tableOf } from './transfer-tables.ts'

/** The endpoints of a memory store. */
interface MemoryWebhooks {
  readonly webhooks: WebhookRecords
  /** Whether the tenant has an endpoint that gets events. */
  hasEnabled(tenant: string): boolean
  /** Forgets what endpoints answered about the assets that a write has purged. */
  forgetAnswers(done: DoneWrite): void
  /** What a transfer moves. */
  readonly tables: {
    readonly webhook: MemoryTable<'webhook'>
    readonly delivery: MemoryTable<'delivery'>
  }
}

export function createMemoryWebhooks(
  { clock, assertOpen, assertWritable }: MemoryContext,
  {
    sweeps,
    erasing,
    assets,
  }: {
    readonly sweeps: MemorySweeps
    /** Names of the tenants that are being erased. */
    readonly erasing: ReadonlySet<string>
    readonly assets: ReadonlyMap<string, AssetRecord>
  },
): MemoryWebhooks {
  const webhooks = new Map<string, WebhookRecord>()
  const deliveries = new Map<number, DeliveryRecord>()
  let last = 0

  const byNumber = (): DeliveryRecord[] =>
    [...deliveries.values()].sort((a, b) => a.number - b.number)

  function find(tenant: string, id: string): WebhookRecord | undefined {
    const webhook = webhooks.get(id)
    return webhook?.tenant === tenant ? webhook : undefined
  }

  /** The delivery that the change is about; `undefined`: there is none with these attempts. */
  function deliveryFor(webhookId: string, change: DeliveryChange): DeliveryRecord | undefined {
    const delivery = byNumber().find(({ id }) => id === change.id)
    return isDeliveryFor(delivery, webhookId, change) ? delivery : undefined
  }

  return {
    webhooks: {
      async create({ jobs: _, ...webhook }) {
        assertWritable()
        const { tenant, limit } = webhook
        if (erasing.has(tenant)) throw tenantErased()
        const others = [...webhooks.values()].filter((other) => other.tenant === tenant)
        if (others.length >= limit) throw tooManyWebhooks(limit)
        const record = newWebhookRecord(structuredClone(webhook), formatTimestamp(clock()))
        webhooks.set(record.id, record)
        return structuredClone(record)
      },
      async get({ tenant, id }) {
        assertOpen()
        const webhook = find(tenant, id)
        if (webhook === undefined) return null
        return { webhook: structuredClone(webhook), now: formatTimestamp(clock()) }
      },
      async list({ tenant, after, limit }) {
        assertOpen()
        const found = [...webhooks.values()]
          .filter((webhook) => tenant === undefined || webhook.tenant === tenant)
          .filter(({ id }) => after === null || id > after)
          .sort((a, b) => (a.id < b.id ? -1 : 1))
        return structuredClone(found.slice(0, limit))
      },
      async change({ tenant, id, revision, changes, add = [], delivery }) {
        assertWritable()
        const webhook = find(tenant, id)
        if (webhook === undefined || (revision !== null && webhook.revision !== revision)) {
          return null
        }
        const micros = clock()
        const now = formatTimestamp(micros)
        if (delivery !== undefined) {
          const before = deliveryFor(id, delivery)
          if (before === undefined) return null
          const { nextIn } = delivery.to
          const nextAt = nextIn === null ? null : formatTimestamp(addMillis(micros, nextIn))
          const isPurged = before.assetId !== null && !assets.has(before.assetId)
          const at = { now, nextAt, isPurged }
          deliveries.set(before.number, changedDelivery(before, delivery, at))
        }
        for (const each of add) {
          last += 1
          deliveries.set(last, newDeliveryRecord(each, { webhook, number: last, now }))
        }
        const changed = changedWebhook(webhook, structuredClone(changes), now)
        webhooks.set(id, changed)
        return structuredClone(changed)
      },
      async delete({ tenant, id, limit }) {
        assertWritable()
        const webhook = find(tenant, id)
        if (webhook === undefined) throw webhookNotFound()
        const left = byNumber().filter(({ webhookId }) => webhookId === id)
        for (const { number } of left.slice(0, limit)) deliveries.delete(number)
        const isGone = left.length <= limit
        if (isGone) webhooks.delete(id)
        else {
          const changes = { state: 'disabled', secrets: [] } as const
          webhooks.set(id, changedWebhook(webhook, changes, formatTimestamp(clock())))
        }
        return { isGone }
      },
      async waiting({ webhookId, assetId, after, limit }) {
        assertOpen()
        const found = byNumber()
          .filter((each) => each.webhookId === webhookId && each.state === 'waiting')
          .filter((each) => assetId === undefined || each.assetId === assetId)
          .filter(({ number }) => number > after)
        return {
          deliveries: structuredClone(found.slice(0, limit)),
          now: formatTimestamp(clock()),
        }
      },
      async late({ waitedFor, after, limit }) {
        assertOpen()
        const waiting = byNumber().filter(({ state }) => state === 'waiting')
        const ids = [...new Set(waiting.map(({ webhookId }) => webhookId))].sort()
        const looked = ids.filter((id) => id > (after ?? '')).slice(0, limit)
        const late = looked.flatMap((id) => {
          const [webhook, oldest] = [
            webhooks.get(id),
            waiting.find(({ webhookId }) => webhookId === id),
          ]
          if (webhook?.state !== 'enabled' || oldest === undefined) return []
          const isLate = addMillis(parseTimestamp(oldest.createdAt), waitedFor) <= clock()
          return isLate ? { webhook: structuredClone(webhook), assetId: oldest.assetId } : []
        })
        return { late, next: looked.length < limit ? null : (looked.at(-1) ?? null) }
      },
      async deliveries({ tenant, webhookId, state, before, limit }) {
        assertOpen()
        const found = byNumber()
          .reverse()
          .filter((each) => each.webhookId === webhookId && each.tenant === tenant)
          .filter((each) => state === undefined || each.state === state)
          .filter(({ number }) => before === null || number < before)
        return structuredClone(found.slice(0, limit))
      },
      async delivery({ tenant, webhookId, id }) {
        assertOpen()
        const found = byNumber().find((each) => each.id === id)
        if (found?.tenant !== tenant || found.webhookId !== webhookId) return null
        return structuredClone(found)
      },
      async prune({ olderThan, limit }) {
        assertWritable()
        const end = retentionEnd(sweeps.trusted(), clock(), olderThan)
        if (end === null) return 0
        const ended = byNumber().flatMap(({ number, endedAt }) =>
          endedAt === null ? [] : [{ number, at: parseTimestamp(endedAt) }],
        )
        const old = ended.filter(({ at }) => at < end).sort((a, b) => a.at - b.at)
        const gone = old.slice(0, limit)
        for (const { number } of gone) deliveries.delete(number)
        return gone.length
      },
    },
    forgetAnswers(done) {
      const purged = new Set(purgedBy(done).map(({ id }) => id))
      if (purged.size === 0) return
      for (const [number, each] of deliveries) {
        if (each.assetId === null || !purged.has(each.assetId)) continue
        deliveries.set(number, { ...each, answer: null })
      }
    },
    hasEnabled: (tenant) =>
      [...webhooks.values()].some((each) => each.tenant === tenant && each.state === 'enabled'),
    tables: {
      webhook: tableOf(webhooks),
      delivery: {
        rows: () => [...deliveries].map(([number, each]) => [null, String(number), each]),
        set(_tenant, key, delivery) {
          const number = Number(key)
          if (delivery === null) deliveries.delete(number)
          else deliveries.set(number, delivery)
          last = Math.max(last, number)
        },
      },
    },
  }
}
