import { errorCause, errorCode, errorMessage, errorName } from './error-facts.ts'
import { isStowageError, StowageError } from './stowage-error.ts'

/** What a method of the store rejects with for this error: a `StowageError`, or the reason of its signal. */
export function toStoreError(error: unknown, signal: AbortSignal | undefined): unknown {
  if (isStowageError(error)) return error
  if (signal?.aborted && isAbort(error, signal.reason)) return signal.reason
  if (errorCode(error) === 'analysis_unavailable') {
    return new StowageError('analysis_unavailable', errorMessage(error), { cause: error })
  }
  const message = `The store failed unexpectedly: ${errorMessage(error)}`
  return new StowageError('unavailable', message, { cause: error })
}

/** Whether this is the reason, or what a stream of Node makes of it. */
function isAbort(error: unknown, reason: unknown): boolean {
  return error === reason || (errorName(error) === 'AbortError' && errorCause(error) === reason)
}
