import { StowageError } from '../errors/stowage-error.ts'
import { untilAborted } from '../intake/abortable.ts'

/**
 * Waits for work for that many milliseconds, then rejects with `unavailable`. The signal that the work gets is
 * aborted then, and with the caller's, whose reason is the rejection.
 */
export async function withPatience<Result>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController()
  const abort = (): void => ending.abort(signal?.reason)
  signal?.throwIfAborted()
  const timer = setTimeout(() => ending.abort(tooLate(milliseconds)), milliseconds)
  signal?.addEventListener('abort', abort, { once: true })
  try {
    return await untilAborted(work(ending.signal), ending.signal)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

function tooLate(milliseconds: number): StowageError {
  return new StowageError('unavailable', `It was not done within ${milliseconds} ms. Try again.`)
}
