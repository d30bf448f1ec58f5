import type { LimitFunction } from 'p-limit'

/** Runs `work` when the limiter has room for it. An abort ends the wait; `work` itself hears of it by its own means. */
export function inTurn<Result>(
  limit: LimitFunction,
  signal: AbortSignal | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal?.reason)
    if (signal?.aborted) return giveUp()
    signal?.addEventListener('abort', giveUp, { once: true })
    limit(async () => {
      signal?.removeEventListener('abort', giveUp)
      if (signal?.aborted) return
      await work().then(resolve, reject)
    })
  })
}
