import type { RunningCalls } from '../store/calls/running-calls.ts'
import type { Sweeper } from './sweep.ts'

interface RegularSweeps {
  readonly closing: AbortSignal
  /** Milliseconds between sweeps; `null` for none. */
  readonly sweepEveryMs: number | null
  readonly onError: (error: unknown) => void
}

/**
 * Sweeps regularly. The first sweep follows the opening, as recovery after a crash. No caller waits for it. Returns
 * the function that stops the sweeps.
 */
export function sweepRegularly(
  sweeper: Sweeper,
  calls: RunningCalls,
  { closing, sweepEveryMs, onError }: RegularSweeps,
): () => void {
  let timer: NodeJS.Timeout | undefined
  const sweepAfter = (delay: number, every: number): void => {
    timer = setTimeout(async () => {
      await calls
        .count(() => sweeper.sweep())
        .catch((error) => {
          if (!closing.aborted) onError(error)
        })
      if (!closing.aborted) sweepAfter(every, every)
    }, delay)
    timer.unref()
  }
  if (sweepEveryMs !== null) sweepAfter(Math.min(1000, sweepEveryMs), sweepEveryMs)
  return () => clearTimeout(timer)
}
