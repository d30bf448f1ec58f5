import { unavailable } from './unavailable.ts'

export interface SlotsOptions {
  /** Jobs at once. */
  readonly concurrency: number
  /** Jobs that may wait for their turn. */
  readonly queue: number
}

/** A bounded number of jobs at once, and a bounded number waiting. */
export interface Slots {
  /**
   * Runs the job when it is its turn. `unavailable` when too many wait already. Rejects with the
   * signal's reason as soon as it is aborted: a waiting job is dropped, one under way keeps its place
   * until it is done.
   */
  run<Result>(job: () => Promise<Result>, signal?: AbortSignal): Promise<Result>
}

export function createSlots({ concurrency, queue }: SlotsOptions): Slots {
  const waiting = new Set<() => void>()
  let running = 0

  function startNext(): void {
    const [start] = waiting
    if (start === undefined || running >= concurrency) return
    waiting.delete(start)
    running += 1
    start()
  }

  function done(): void {
    running -= 1
    startNext()
  }

  return {
    run: (job, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        if (running >= concurrency && waiting.size >= queue) {
          return reject(unavailable('Too many pictures are waiting. Try again.'))
        }
        const abort = (): void => {
          waiting.delete(start)
          reject(signal?.reason)
        }
        const start = (): void => {
          job()
            .finally(() => {
              signal?.removeEventListener('abort', abort)
              done()
            })
            .then(resolve, reject)
        }
        signal?.addEventListener('abort', abort, { once: true })
        waiting.add(start)
        startNext()
      }),
  }
}
