import { raceAbort } from '../../async/abortable.ts'
import { LinkedAbort } from '../../async/linked-abort.ts'
import { errorName } from '../../errors/error-facts.ts'
import { storeClosed } from '../../errors/metadata-errors.ts'
import { toStoreError } from '../../errors/to-store-error.ts'
import { MAX_TIMER } from '../../options/checks.ts'

interface RunningCallsOptions {
  /** Aborts when the store closes. */
  readonly closing: AbortSignal
  /** Milliseconds that `whenIdle` waits before it aborts the running calls. */
  readonly closeTimeout: number
}

/** The running calls, for which `close` and the process wait. */
export interface RunningCalls {
  /** Throws `closed` once the store is closing. */
  assertOpen(): void
  /**
   * Reads something, which `close` need not wait for. Rejects with a `StowageError`, or with the signal's reason as soon as
   * it aborts.
   */
  look<T>(read: () => Promise<T>, signal: AbortSignal | undefined): Promise<T>
  /** Runs something that `close` must wait for. Leaves its errors unchanged. */
  count<T>(work: () => Promise<T>): Promise<T>
  /** As `count`, but rejects with a `StowageError` or the signal's reason. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Runs something with a signal that aborts with the caller's signal, and when `close` stops waiting. */
  untilClosed<T>(
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T>
  /** Resolves when no call is running. Aborts calls that still wait for code of the app, which may never answer. */
  whenIdle(): Promise<void>
}

export function createRunningCalls({ closing, closeTimeout }: RunningCallsOptions): RunningCalls {
  /** One for each call that waits for code of the app. */
  const lifetimes = new Set<LinkedAbort>()
  /** Threads, pauses and connections of a store keep no process alive, but a call that someone awaits does. */
  let alive: NodeJS.Timeout | undefined
  let running = 0
  let idle: (() => void) | undefined

  function assertOpen(): void {
    if (closing.aborted) throw storeClosed()
  }

  async function count<T>(work: () => Promise<T>): Promise<T> {
    assertOpen()
    running += 1
    if (running === 1) alive = setInterval(() => {}, MAX_TIMER)
    try {
      return await work()
    } finally {
      running -= 1
      if (running === 0) {
        clearInterval(alive)
        idle?.()
      }
    }
  }

  return {
    assertOpen,
    async look(read, signal) {
      signal?.throwIfAborted()
      assertOpen()
      try {
        return await raceAbort(read(), signal)
      } catch (error) {
        throw toStoreError(error, signal)
      }
    },
    count,
    async run(work, signal) {
      try {
        return await count(work)
      } catch (error) {
        // `close` ended the wait; the caller did not abort.
        if (closing.aborted && errorName(error) === 'AbortError' && !signal?.aborted) {
          throw storeClosed()
        }
        throw toStoreError(error, signal)
      }
    },
    async untilClosed(caller, work) {
      caller?.throwIfAborted()
      const lifetime = new LinkedAbort(caller)
      lifetimes.add(lifetime)
      try {
        return await work(lifetime.signal)
      } finally {
        lifetimes.delete(lifetime)
        lifetime.unlink()
      }
    },
    async whenIdle() {
      if (running === 0) return
      const timer = setTimeout(() => {
        for (const lifetime of lifetimes) lifetime.abort(storeClosed())
      }, closeTimeout)
      await new Promise<void>((resolve) => (idle = resolve))
      clearTimeout(timer)
    },
  }
}
