import { raceAbort } from '../async/abortable.ts'
import { StowageError } from '../errors/stowage-error.ts'

/** How long one upload waits for the variants of its files. */
export interface VariantWait {
  /** Whether a wait timed out. The remaining files are not worth another wait. */
  readonly isOver: boolean
  /**
   * Waits for work up to the limit, then rejects with `unavailable` and aborts the work's signal. The
   * caller's signal also aborts it; its reason is then the rejection.
   */
  wait<Result>(
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result>
}

/** Waits up to that many milliseconds for each work, until one takes longer. */
export function createVariantWait(milliseconds: number): VariantWait {
  let isOver = false
  return {
    get isOver() {
      return isOver
    },
    async wait(signal, work) {
      const ending = new AbortController()
      const abort = (): void => ending.abort(signal?.reason)
      signal?.throwIfAborted()
      const timer = setTimeout(() => {
        isOver = true
        ending.abort(tooLate(milliseconds))
      }, milliseconds)
      signal?.addEventListener('abort', abort, { once: true })
      try {
        return await raceAbort(work(ending.signal), ending.signal)
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', abort)
      }
    },
  }
}

function tooLate(milliseconds: number): StowageError {
  return new StowageError('unavailable', `It was not done within ${milliseconds} ms. Try again.`)
}
