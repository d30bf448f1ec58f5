import { raceAbort } from '../async/abortable.ts'
import { StowageError } from '../errors/stowage-error.ts'

/** How long one upload waits for the variants of its files. */
export interface VariantWait {
  /** Whether it has waited in vain. What is left to do is not worth another wait. */
  readonly isOver: boolean
  /**
   * Waits for work for so long, then rejects with `unavailable`. The signal that the work gets is aborted
   * then, and with the caller's, whose reason is the rejection.
   */
  wait<Result>(
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result>
}

/** Waits for each work so many milliseconds, until one of them took longer. */
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
