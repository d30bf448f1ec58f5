import type { Timestamp } from '../assets/asset.ts'
import { isStowageError } from '../errors/stowage-error.ts'
import type { EventRecord } from '../feed/feed-event.ts'
import type { NewJob } from '../jobs/job.ts'
import { recordedError } from '../jobs/job-endings.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import { parseTimestamp } from '../time/timestamp.ts'
import { tracedIfHeard } from '../tracing/trace.ts'
import { isSlowed, lostEventOf, outcomeOf } from './attempt-outcome.ts'
import type { EndpointTurns } from './endpoint-turns.ts'
import type { DeliveryRecord, WebhookRecord } from './webhook.ts'
import { deliverJob, deliverLaterJob, type Lane, laneOf } from './webhook-jobs.ts'
import type { FoundWebhook } from './webhook-records.ts'
import type { SecretBox } from './webhook-secret.ts'
import type { WebhookAnswer, WebhookSender } from './webhook-sender.ts'

/** The JSON text that an endpoint gets of an event, at most 20 KB. */
export type RenderEvent = (event: EventRecord) => string | Promise<string>

/** What makes attempts. */
export interface DeliverParts {
  readonly metadata: Pick<MetadataStore, 'webhooks' | 'events'>
  readonly sender: WebhookSender
  readonly box: SecretBox
  readonly render: RenderEvent
  readonly turns: EndpointTurns
  readonly random: () => number
}

/** Milliseconds after which a line that has more to send lets others go first. */
const LINE_TIME = 1000

/**
 * Sends what waits for an endpoint about an asset, in order, until nothing waits, an attempt fails or its time is over.
 * Then the line is enqueued behind the others.
 */
export async function deliver(
  parts: DeliverParts,
  tenant: string,
  lane: Lane,
  signal: AbortSignal,
): Promise<void> {
  const turn = await parts.turns.take({ tenant, webhookId: lane.webhookId })
  if ('putOffFor' in turn) {
    await enqueue(parts, tenant, deliverLaterJob(lane, turn.putOffFor))
    return
  }
  const end = performance.now() + LINE_TIME
  try {
    while (await deliverNext(parts, tenant, lane, signal)) {
      signal.throwIfAborted()
      if (performance.now() < end) continue
      await enqueue(parts, tenant, deliverJob(lane))
      return
    }
  } finally {
    turn.end()
  }
}

/** Makes one attempt. Resolves to whether the line goes on. */
async function deliverNext(
  parts: DeliverParts,
  tenant: string,
  lane: Lane,
  signal: AbortSignal,
): Promise<boolean> {
  const { webhooks } = parts.metadata
  const { webhookId, assetId } = lane
  const found = await webhooks.get({ tenant, id: webhookId })
  // When it is enabled again, all that waits gets a job.
  if (found?.webhook.state !== 'enabled') return false
  const { deliveries, now } = await webhooks.waiting({ webhookId, assetId, after: 0, limit: 1 })
  const [delivery] = deliveries
  if (delivery === undefined) return false
  const dueIn = untilDue(delivery, now)
  if (dueIn > 0) {
    await enqueue(parts, tenant, deliverLaterJob(lane, dueIn))
    return false
  }
  if (isSlowed(found.webhook) && !(await isFirst(parts, delivery))) return false
  const event = await eventOf(parts, tenant, delivery)
  if (event === null) {
    return record(parts, found, delivery, (webhook) => lostEventOf({ webhook, delivery }))
  }
  const about = {
    parent: null,
    tenant,
    endpointId: webhookId,
    eventId: event.id,
    eventType: event.type,
    attempt: delivery.attempts + 1,
    status: null,
  }
  const answer = await tracedIfHeard('delivery', about, async (trace) => {
    const given = await attempt(parts, found, event, signal)
    if (trace !== null) trace.status = given.status
    return given
  })
  const random = parts.random()
  const tellsAsset =
    delivery.assetId !== null && event.data !== null && event.type !== 'asset.purged'
  await record(parts, found, delivery, (webhook) =>
    outcomeOf({ webhook, delivery, answer, tellsAsset, now: found.now, random }),
  )
  return true
}

function untilDue({ nextAt }: DeliveryRecord, now: Timestamp): number {
  return nextAt === null ? 0 : (parseTimestamp(nextAt) - parseTimestamp(now)) / 1000
}

/**
 * Only the oldest delivery of a slowed endpoint is tried. The others get a job when that one has ended. So its own job
 * must not be missing, such as when it was discarded.
 */
async function isFirst(parts: DeliverParts, { tenant, webhookId, id }: DeliveryRecord) {
  const { deliveries, now } = await parts.metadata.webhooks.waiting({
    webhookId,
    after: 0,
    limit: 1,
  })
  const [first] = deliveries
  if (first === undefined || first.id === id) return first !== undefined
  const lane = { webhookId, assetId: first.assetId }
  const dueIn = untilDue(first, now)
  await enqueue(parts, tenant, dueIn > 0 ? deliverLaterJob(lane, dueIn) : deliverJob(lane))
  return false
}

async function eventOf(
  { metadata }: DeliverParts,
  tenant: string,
  { eventId, eventNumber }: DeliveryRecord,
): Promise<EventRecord | null> {
  const after = String(eventNumber - 1)
  const { events } = await metadata.events.since({ tenant, after, limit: 1 })
  const [event] = events
  return event?.id === eventId ? event : null
}

async function attempt(
  { sender, box, render }: DeliverParts,
  { webhook, now }: FoundWebhook,
  event: EventRecord,
  signal: AbortSignal,
): Promise<WebhookAnswer> {
  let secrets: readonly string[]
  let body: string
  try {
    secrets = openSecrets(box, webhook, now)
    body = await render(event)
  } catch (error) {
    if (isStowageError(error, 'closed') || isStowageError(error, 'unavailable')) throw error
    // The endpoint cannot help it, but the delivery waits as for any failure, and says why. Failures of its job would
    // end with a delivery that waits for ever.
    return { status: null, text: recordedError(error).slice(0, 1024), retryAfter: null }
  }
  return sender.send({ id: event.id, url: webhook.url, secrets, body }, { signal })
}

/** The secrets that sign now, the newest first. */
export function openSecrets(
  box: SecretBox,
  { id, secrets }: Pick<WebhookRecord, 'id' | 'secrets'>,
  now: string,
): readonly string[] {
  return secrets
    .filter(({ until }) => until === null || until > now)
    .map(({ sealed }) => box.open(sealed, id))
}

/**
 * Records what came of a delivery. Attempts of other lines may change the endpoint meanwhile: then it is read again.
 * Resolves to whether it was recorded: otherwise something else has ended the delivery, or the endpoint is gone.
 */
async function record(
  { metadata: { webhooks } }: DeliverParts,
  { webhook }: FoundWebhook,
  delivery: DeliveryRecord,
  changeOf: (webhook: WebhookRecord) => Parameters<MetadataStore['webhooks']['change']>[0],
): Promise<boolean> {
  const { tenant, id } = webhook
  let current: WebhookRecord | undefined = webhook
  while (current !== undefined) {
    if ((await webhooks.change(changeOf(current))) !== null) return true
    const query = { tenant, webhookId: id, id: delivery.id }
    if ((await webhooks.delivery(query))?.attempts !== delivery.attempts) return false
    current = (await webhooks.get({ tenant, id }))?.webhook
  }
  return false
}

/** Enqueues a job of a line, if its endpoint is still there: a tenant that was erased must not come back. */
export async function enqueue(
  { metadata }: Pick<DeliverParts, 'metadata'>,
  tenant: string,
  job: NewJob,
): Promise<void> {
  const { webhookId: id } = laneOf(job.payload)
  await metadata.webhooks.change({ tenant, id, revision: null, changes: {}, jobs: [job] })
}
