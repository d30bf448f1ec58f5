import type { EventRecord } from '../feed/feed-event.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import { newUuid } from '../time/new-uuid.ts'
import { matcherOf } from './matches-webhook.ts'
import { MAX_WEBHOOKS, type WebhookRecord } from './webhook.ts'
import { deliverJobs, fanOutJob } from './webhook-jobs.ts'
import type { NewDelivery } from './webhook-records.ts'

/** Events, or deliveries, of one transaction. */
const BATCH = 200
/** Batches of one job, divided among the endpoints: each gets one. */
const BATCHES = 16

type Records = Pick<MetadataStore, 'webhooks' | 'events' | 'folders'>

/**
 * Matches the events of a tenant with its endpoints: a few batches for each. When that does not do, it is enqueued
 * again, behind the other tenants.
 */
export async function fanOut(
  metadata: Records,
  tenant: string,
  signal: AbortSignal,
): Promise<void> {
  const limit = 2 * MAX_WEBHOOKS
  const webhooks = await metadata.webhooks.list({ tenant, after: null, limit })
  const share = Math.max(1, Math.floor(BATCHES / webhooks.length))
  const unfinished: WebhookRecord[] = []
  for (const webhook of webhooks) {
    if (!(await fanOutTo(metadata, webhook, share, signal))) unfinished.push(webhook)
  }
  for (const { id } of unfinished) {
    // Not without its endpoint: a tenant that was erased must not come back.
    const again = { tenant, id, revision: null, changes: {}, jobs: [fanOutJob()] }
    if ((await metadata.webhooks.change(again)) !== null) return
  }
}

/** Resolves to whether the endpoint has seen all. */
async function fanOutTo(
  metadata: Records,
  webhook: WebhookRecord,
  batches: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { tenant, id } = webhook
  let current: WebhookRecord | undefined = webhook
  for (let left = batches; current?.state === 'enabled'; left -= 1) {
    signal.throwIfAborted()
    if (left === 0) return false
    const isComplete: boolean = current.requeueAfter === null
    const changed: WebhookRecord | 'stale' | 'done' = isComplete
      ? await matchBatch(metadata, current)
      : await requeueBatch(metadata, current)
    if (changed === 'done') return true
    // Something else changed it, such as an attempt. Nothing was written: the same again, from where it stands now.
    current = changed === 'stale' ? (await metadata.webhooks.get({ tenant, id }))?.webhook : changed
  }
  return true
}

/** Enqueues jobs for deliveries that wait without one. */
async function requeueBatch(
  { webhooks }: Records,
  webhook: WebhookRecord,
): Promise<WebhookRecord | 'stale'> {
  const { tenant, id, revision, requeueAfter } = webhook
  const after = requeueAfter ?? 0
  const { deliveries } = await webhooks.waiting({ webhookId: id, after, limit: BATCH })
  const last = deliveries.length < BATCH ? null : (deliveries.at(-1)?.number ?? null)
  const changed = await webhooks.change({
    tenant,
    id,
    revision,
    changes: { requeueAfter: last },
    jobs: deliverJobs(webhook, deliveries),
  })
  return changed ?? 'stale'
}

/** Matches the next events, and moves the endpoint on behind them in the same transaction. */
async function matchBatch(
  { webhooks, events, folders }: Records,
  webhook: WebhookRecord,
): Promise<WebhookRecord | 'stale' | 'done'> {
  const { tenant, id, revision, types, position } = webhook
  const read = await events.since({
    tenant,
    after: position,
    limit: BATCH,
    ...(types !== null && { types }),
  })
  if (read.last === null || read.last.position === position) return 'done'
  const matches = matcherOf(webhook, folders)
  const add: NewDelivery[] = []
  for (const event of read.events) if (await matches(event)) add.push(deliveryOf(event))
  const changed = await webhooks.change({
    tenant,
    id,
    revision,
    changes: { position: read.last.position },
    add,
    jobs: deliverJobs(webhook, add),
  })
  return changed ?? 'stale'
}

function deliveryOf({ id, number, type, assetId }: EventRecord): NewDelivery {
  return { id: newUuid(), eventId: id, eventNumber: number, type, assetId }
}
