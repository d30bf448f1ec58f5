import type { Timestamp } from '../assets/asset.ts'
import { parseTimestamp } from '../time/timestamp.ts'
import { type DeliveryRecord, SLOW_FROM, type WebhookRecord } from './webhook.ts'
import { deliverLaterJob, fanOutJob } from './webhook-jobs.ts'
import type { DeliveryChange, WebhookChange } from './webhook-records.ts'
import type { WebhookAnswer } from './webhook-sender.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Milliseconds after each failure until the next attempt. After the last attempt the delivery is dead. */
const PAUSES = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]
/** A pause is longer by up to this part, at random, so that endpoints that failed together do not come together. */
const JITTER = 0.1
/** Milliseconds without success after which an endpoint is paused: 5 days. */
const PATIENCE = 5 * DAY

const GONE = 410

/** Whether the endpoint has accepted the event. */
export function isSuccess({ status }: WebhookAnswer): boolean {
  return status !== null && status >= 200 && status < 300
}

/** Whether the endpoint gets one delivery at a time, because it failed too often. */
export function isSlowed({ failures }: Pick<WebhookRecord, 'failures'>): boolean {
  return failures >= SLOW_FROM
}

interface Attempt {
  readonly webhook: WebhookRecord
  readonly delivery: DeliveryRecord
  readonly answer: WebhookAnswer
  /** Whether it told something of an asset. */
  readonly tellsAsset: boolean
  /** The database's time before the attempt. */
  readonly now: Timestamp
  /** From 0 to 1, below 1. */
  readonly random: number
}

/** What an attempt changes of the delivery and of its endpoint, and which jobs follow. */
export function outcomeOf(attempt: Attempt): WebhookChange {
  return isSuccess(attempt.answer) ? successOf(attempt) : failureOf(attempt)
}

function successOf({ webhook, delivery, answer, tellsAsset }: Attempt): WebhookChange {
  const common = {
    tenant: webhook.tenant,
    id: webhook.id,
    delivery: deliveryTo(delivery, answer, { state: 'done', nextIn: null, tellsAsset }),
  }
  // Most endpoints did not fail before: then their row stays as it is.
  if (webhook.failures === 0) return { ...common, revision: null, changes: {} }
  const well = { failures: 0, failingSince: null }
  if (!isSlowed(webhook)) return { ...common, revision: webhook.revision, changes: well }
  return {
    ...common,
    revision: webhook.revision,
    changes: { ...well, requeueAfter: 0 },
    jobs: [fanOutJob()],
  }
}

function failureOf({ webhook, delivery, answer, tellsAsset, now, random }: Attempt): WebhookChange {
  const { tenant, id, revision } = webhook
  const failingSince = webhook.failingSince ?? now
  const failures = webhook.failures + 1
  const isDead = delivery.attempts + 1 > PAUSES.length
  const pause = (PAUSES[delivery.attempts] ?? 0) * (1 + JITTER * random)
  const nextIn = isDead ? null : Math.ceil(Math.max(pause, answer.retryAfter ?? 0))
  const millis = (parseTimestamp(now) - parseTimestamp(failingSince)) / 1000
  const ended =
    answer.status === GONE ? 'gone' : millis >= PATIENCE ? ('paused' as const) : undefined
  const isGoingOn = ended === undefined && webhook.state === 'enabled'
  const lane = { webhookId: id, assetId: delivery.assetId }
  // The next one must be tried, which may be in a line whose job has ended meanwhile.
  const goesOnElsewhere = isDead && failures >= SLOW_FROM
  return {
    tenant,
    id,
    revision,
    changes: {
      failures,
      failingSince,
      ...(ended !== undefined && webhook.state === 'enabled' && { state: ended }),
      ...(goesOnElsewhere && { requeueAfter: 0 }),
    },
    delivery: deliveryTo(delivery, answer, {
      state: isDead ? 'dead' : 'waiting',
      nextIn,
      tellsAsset,
    }),
    jobs: [
      ...(isGoingOn && nextIn !== null ? [deliverLaterJob(lane, nextIn)] : []),
      ...(isGoingOn && goesOnElsewhere ? [fanOutJob()] : []),
    ],
  }
}

/** What is not sent because its event is no longer kept. */
export function lostEventOf({
  webhook,
  delivery,
}: Pick<Attempt, 'webhook' | 'delivery'>): WebhookChange {
  const { tenant, id, revision } = webhook
  const change: WebhookChange = {
    tenant,
    id,
    revision,
    changes: isSlowed(webhook) ? { requeueAfter: 0 } : {},
    delivery: {
      id: delivery.id,
      attempts: delivery.attempts,
      to: {
        state: 'dead',
        attempts: delivery.attempts,
        status: null,
        answer: 'The event is no longer kept.',
        nextIn: null,
        isAttempt: false,
      },
    },
    jobs: isSlowed(webhook) ? [fanOutJob()] : [],
  }
  return change
}

type DeliveryTo = DeliveryChange['to']

function deliveryTo(
  { id, attempts }: DeliveryRecord,
  { status, text }: WebhookAnswer,
  became: Pick<DeliveryTo, 'state' | 'nextIn' | 'tellsAsset'>,
): NonNullable<WebhookChange['delivery']> {
  const to = { ...became, attempts: attempts + 1, status, answer: text, isAttempt: true }
  return { id, attempts, to }
}
