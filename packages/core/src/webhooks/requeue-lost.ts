import type { MetadataStore } from '../ports/metadata-store.ts'
import { isSlowed } from './attempt-outcome.ts'
import { deliverJob, fanOutJob } from './webhook-jobs.ts'
import type { LatePage, LateWebhook } from './webhook-records.ts'

const PAGE = 100
/** Milliseconds: a delivery that has waited for so long may have lost its job. Most have none that old. */
const LONG = 3_600_000

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
    const page: LatePage = await webhooks.late({ waitedFor: LONG, after, limit: PAGE })
    for (const late of page.late) await requeue(webhooks, late)
    after = page.next
  } while (after !== null)
}

async function requeue(
  webhooks: MetadataStore['webhooks'],
  { webhook: { tenant, id, failures }, assetId }: LateWebhook,
): Promise<void> {
  // All others of a slowed endpoint wait for this one.
  const change = isSlowed({ failures })
    ? { changes: {}, jobs: [deliverJob({ webhookId: id, assetId })] }
    : { changes: { requeueAfter: 0 }, jobs: [fanOutJob()] }
  await webhooks.change({ tenant, id, revision: null, ...change })
}
