import { errorCode, errorMessage } from './error-facts.ts'
import { isStowageError, StowageError } from './stowage-error.ts'

/** What a method of the store rejects with for this error: a `StowageError`, or the reason of its signal. */
export function toStoreError(error: unknown, signal: AbortSignal | undefined): unknown {
  if (isStowageError(error) || (signal?.aborted && error === signal.reason)) return error
  if (errorCode(error) === 'analysis_unavailable') {
    return new StowageError('analysis_unavailable', errorMessage(error), { cause: error })
  }
  const message = `The store failed unexpectedly: ${errorMessage(error)}`
  return new StowageError('unavailable', message, { cause: error })
}
