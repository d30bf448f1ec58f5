import { latestLeaseEnd } from '../time/lease-time.ts'
import type { Micros } from '../time/timestamp.ts'

/** The most jobs that one claim makes ready: those whose time has come, and those whose lease has ended. */
export const MAX_READIED = 1000

/** The most jobs that one `list` looks at. */
export const MAX_LOOKED_AT = 5000

/** The error of a job whose process ended in its last attempt. */
export const PROCESS_ENDED = 'The process that ran it ended.'

/** What becomes of a job whose attempt has failed. `again`: it waits once more, as if it were new. */
export function afterFailure(
  {
    attempt,
    maxAttempts,
    isAgain,
  }: Readonly<Record<'attempt' | 'maxAttempts', number>> & {
    readonly isAgain: boolean
  },
  isFinal: boolean,
): 'waiting' | 'dead' | 'again' {
  if (!isFinal && attempt < maxAttempts) return 'waiting'
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
