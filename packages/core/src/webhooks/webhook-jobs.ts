import type { NewJob } from '../jobs/job.ts'
import type { DeliveryRecord, WebhookRecord } from './webhook.ts'

/** Matches the events of a tenant with its endpoints. One of them waits or runs for a tenant. */
export const FAN_OUT = 'stowage.fan-out'
/** Sends what waits for an endpoint about an asset, in order. One of them waits or runs for both. */
export const DELIVER = 'stowage.deliver'
/** Enqueues a `DELIVER` again when its time has come. */
export const DELIVER_LATER = 'stowage.deliver-later'

/** After so many failures, which are not those of an endpoint, a job is dead. */
const MAX_ATTEMPTS = 20

/** What the jobs of a line of deliveries are about. */
export interface Lane {
  readonly webhookId: string
  /** `null`: what has no asset. */
  readonly assetId: string | null
}

/** Matches what has happened in the tenant since. `delay`: milliseconds. */
export function fanOutJob(delay = 0): NewJob {
  return {
    kind: FAN_OUT,
    key: 'events',
    payload: {},
    priority: 0,
    delay,
    maxAttempts: MAX_ATTEMPTS,
  }
}

/** Sends what waits in the line, now. */
export function deliverJob(lane: Lane): NewJob {
  return laneJob(DELIVER, lane, 0)
}

/** Sends what waits in the line after so many milliseconds. */
export function deliverLaterJob(lane: Lane, delay: number): NewJob {
  return laneJob(DELIVER_LATER, lane, Math.max(0, Math.ceil(delay)))
}

function laneJob(kind: string, { webhookId, assetId }: Lane, delay: number): NewJob {
  return {
    kind,
    key: assetId === null ? webhookId : `${webhookId}/${assetId}`,
    payload: { webhookId, assetId },
    priority: 0,
    delay,
    maxAttempts: MAX_ATTEMPTS,
  }
}

/** One job for each line that these deliveries are in. */
export function deliverJobs(
  { id }: Pick<WebhookRecord, 'id'>,
  deliveries: readonly Pick<DeliveryRecord, 'assetId'>[],
): readonly NewJob[] {
  const assetIds = new Set(deliveries.map(({ assetId }) => assetId))
  return [...assetIds].map((assetId) => deliverJob({ webhookId: id, assetId }))
}

/** The line that the payload of a job names. */
export function laneOf(payload: unknown): Lane {
  const { webhookId, assetId } = payload as Lane
  return { webhookId, assetId }
}
