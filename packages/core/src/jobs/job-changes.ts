import { latestLeaseEnd } from '../time/lease-time.ts'
import type { Micros } from '../time/timestamp.ts'

/** The most jobs that one claim makes ready: those whose time has come, and those whose lease has ended. */
export const MAX_READIED = 1000

/** The most jobs that one `list` looks at. */
export const MAX_LOOKED_AT = 5000

/** The error of a job whose process ended in its last attempt. */
export const PROCESS_ENDED = 'The process that ran it ended.'

interface Ended extends Readonly<Record<'attempt' | 'maxAttempts', number>> {
  /** It was enqueued again since it was begun. */
  readonly isAgain: boolean
}

/** What becomes of a job whose attempt has ended. `again`: it waits once more, now, as if it were new. */
type AfterEnd = 'waiting' | 'dead' | 'again'

/** The attempt has failed. What was enqueued meanwhile does not wait for the retry. */
export function afterFailure({ attempt, maxAttempts, isAgain }: Ended, isFinal: boolean): AfterEnd {
  if (isAgain) return 'again'
  return isFinal || attempt >= maxAttempts ? 'dead' : 'waiting'
}

/**
 * The process has ended. The job waits, now, in any case: its attempts go on counting, so that one that ends processes
 * does not do so for ever.
 */
export function afterProcessEnd({ attempt, maxAttempts, isAgain }: Ended): AfterEnd {
  if (attempt < maxAttempts) return 'waiting'
  return isAgain ? 'again' : 'dead'
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
