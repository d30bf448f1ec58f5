import type { ApiClientError } from '../errors/api-client-error.ts'
import { isApiClientError } from '../errors/api-client-error.ts'

/** What waiting needs: replaced in tests. */
export interface Waiting {
  /** Resolves after so many milliseconds; rejects with the reason of the signal once that aborts. */
  readonly wait: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>
  /** At least 0 and below 1. */
  readonly random: () => number
}

/** Milliseconds before the first repetition. Each later one waits twice as long. */
const FIRST = 500
const LONGEST = 30_000
/** Seconds that a service may ask to wait. If it asks for more, the caller decides. */
const LONGEST_ASKED = 60
/** The body was not received, or not asked for: nothing was done. */
const NOTHING_DONE: readonly unknown[] = [408, 429]
/** The service, or a proxy in front of it, fails for now. It may have done what was asked. */
const OUTCOME_UNKNOWN: readonly unknown[] = [502, 503, 504]

/** How often, and when, a call is tried again. */
export interface Retrying {
  readonly retries: number
  /** Whether it is also tried again when the first attempt may have been done. */
  readonly idempotent: boolean
  readonly signal?: AbortSignal | undefined
}

/**
 * The first attempt that succeeds. Tries `retries` times more when the network or the service fails for now, after
 * pauses that double, half of each at random, and never shorter than `Retry-After`. Rejects with the last error. What
 * is not idempotent is tried again only after an answer that says that nothing was done.
 */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  { retries, idempotent, signal }: Retrying,
  { wait, random }: Waiting,
): Promise<Result> {
  for (let count = 0; ; count += 1) {
    signal?.throwIfAborted()
    try {
      return await attempt()
    } catch (error) {
      if (count >= retries || !isApiClientError(error) || !isTemporary(error, idempotent))
        throw error
      const pause = Math.min(FIRST * 2 ** count, LONGEST) * (0.5 + random() / 2)
      await wait(Math.max(pause, secondsAsked(error) * 1000), signal)
    }
  }
}

function isTemporary(error: ApiClientError, idempotent: boolean): boolean {
  if (error.code === 'network_failed') return idempotent
  const { status } = error
  return (
    (NOTHING_DONE.includes(status) || (idempotent && OUTCOME_UNKNOWN.includes(status))) &&
    secondsAsked(error) <= LONGEST_ASKED
  )
}

function secondsAsked(error: ApiClientError): number {
  return error.code === 'network_failed' ? 0 : (error.retryAfter ?? 0)
}

/** Waits by a timer. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
