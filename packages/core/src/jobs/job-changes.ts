import { latestLeaseEnd } from '../time/lease-time.ts'
import type { Micros } from '../time/timestamp.ts'
import type { Claimed } from './job-records.ts'

/** The most jobs of a kind whose lease has ended that one claim looks at. */
export const MAX_ENDED = 200

/** The most jobs of a kind that one claim makes ready in the order in which their time has come. */
export const MAX_DUE = 100

/**
 * When more have come, it also makes the first of each line ready, so that no tenant waits behind the many of another,
 * and no priority behind a lower one. It looks at so many lines, from another one each time.
 */
export const DUE_LINES = 50

/** The most jobs of a line that it then makes ready. */
export const MAX_DUE_OF_LINE = 5

/** The most jobs that one `list` looks at. */
export const MAX_LOOKED_AT = 5000

/** A claim for which nothing was due. */
export const NOTHING_CLAIMED: Claimed = { jobs: [], dead: [] }

/** The error of a job whose process ended in its last attempt. */
export const PROCESS_ENDED = 'The process that ran it ended.'

interface Ended extends Readonly<Record<'attempt' | 'maxAttempts', number>> {
  /** It was enqueued again since it was begun. */
  readonly isAgain: boolean
}

/** What becomes of a job whose attempt has ended. `again`: it waits once more, now, as if it were new. */
type AfterEnd = 'waiting' | 'dead' | 'again'

/**
 * The attempt has failed. One that was enqueued again meanwhile is not dead, even after its last attempt; but it waits as
 * long as the others, and its attempts go on counting. Otherwise a key that is enqueued all the time would run all the
 * time.
 */
export function afterFailure(job: Ended, isFinal: boolean): AfterEnd {
  if (isFinal) return job.isAgain ? 'again' : 'dead'
  return hasAttempt(job) ? 'waiting' : 'dead'
}

function hasAttempt({ attempt, maxAttempts, isAgain }: Ended): boolean {
  return isAgain || attempt < maxAttempts
}

/** The process has ended. The job waits, now; its attempts go on counting here too. */
export function afterProcessEnd(job: Ended): Exclude<AfterEnd, 'again'> {
  return hasAttempt(job) ? 'waiting' : 'dead'
}

/** What `keepsTime` must know of a job. */
interface Waiting {
  readonly isDelayed: boolean
  readonly error: string | null
}

/** Whether the job waits after a failed attempt. Enqueueing its key again does not shorten that. */
export function keepsTime({ isDelayed, error }: Waiting): boolean {
  return isDelayed && error !== null
}

/** Joins the due jobs of several kinds: higher priorities first, then kinds take turns. At most `limit`. */
export function mergedKinds<Found extends { readonly priority: number }>(
  found: readonly (readonly Found[])[],
  limit: number,
): readonly Found[] {
  const placed = found.flatMap((jobs) => jobs.map((job, position) => ({ job, position })))
  placed.sort((a, b) => b.job.priority - a.job.priority || a.position - b.position)
  return placed.slice(0, limit).map(({ job }) => job)
}

/** What decides when the next job of a kind can be claimed. */
export interface DueTimes {
  /** Whether one waits whose time has come. */
  readonly isReady: boolean
  /** When the time of the next one comes; `null`: none waits for its time. */
  readonly nextAt: Micros | null
  /** When the first and the last lease of those that run end; `null`: none runs. */
  readonly firstEnd: Micros | null
  readonly lastEnd: Micros | null
}

/** In how many microseconds the next job of a kind can be claimed; 0: now. `null`: there is none. */
export function untilDue(
  { isReady, nextAt, firstEnd, lastEnd }: DueTimes,
  now: Micros,
): Micros | null {
  // The end of a lease that is too late was written by a wrong clock.
  if (isReady || (lastEnd !== null && lastEnd > latestLeaseEnd(now))) return 0
  const times = [nextAt, firstEnd].flatMap((at) => at ?? [])
  return times.length === 0 ? null : Math.max(0, Math.min(...times) - now)
}
