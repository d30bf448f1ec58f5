import type { MetadataStore } from '../ports/metadata-store.ts'
import { parseTimestamp } from '../time/timestamp.ts'
import { isSlowed } from './attempt-outcome.ts'
import type { WebhookRecord } from './webhook.ts'
import { deliverJob, fanOutJob } from './webhook-jobs.ts'

const PAGE = 100
/** Microseconds: a delivery that has waited for so long may have lost its job. Most have none that old. */
const LONG = 3600e6

/**
 * Enqueues jobs for endpoints whose oldest delivery has waited for long, for it may wait without one: an operator can
 * discard any job. What has a job keeps it.
 */
export async function requeueLost(
  webhooks: MetadataStore['webhooks'],
  signal: AbortSignal,
): Promise<void> {
  let after: string | null = null
  do {
    signal.throwIfAborted()
    const page: readonly WebhookRecord[] = await webhooks.list({ after, limit: PAGE })
    for (const webhook of page) if (webhook.state === 'enabled') await requeue(webhooks, webhook)
    after = page.length < PAGE ? null : (page.at(-1)?.id ?? null)
  } while (after !== null)
}

async function requeue(
  webhooks: MetadataStore['webhooks'],
  { tenant, id, failures }: WebhookRecord,
): Promise<void> {
  const { deliveries, now } = await webhooks.waiting({ webhookId: id, after: 0, limit: 1 })
  const [oldest] = deliveries
  if (oldest === undefined) return
  if (parseTimestamp(now) - parseTimestamp(oldest.createdAt) < LONG) return
  // All others of a slowed endpoint wait for this one.
  const change = isSlowed({ failures })
    ? { changes: {}, jobs: [deliverJob({ webhookId: id, assetId: oldest.assetId })] }
    : { changes: { requeueAfter: 0 }, jobs: [fanOutJob()] }
  await webhooks.change({ tenant, id, revision: null, ...change })
}
