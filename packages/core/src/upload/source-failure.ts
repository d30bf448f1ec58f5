import { errorMessage } from '../errors/error-facts.ts'
import { isStowageError, StowageError } from '../errors/stowage-error.ts'

/**
 * The error of an upload when reading the app's source failed with `error`. Our errors and the signal's reason stay
 * unchanged.
 */
export function sourceFailure(error: unknown, signal: AbortSignal): unknown {
  if (isStowageError(error) || (signal.aborted && error === signal.reason)) return error
  const message = `The upload source failed: ${errorMessage(error)}`
  return new StowageError('source_failed', message, { cause: error })
}
