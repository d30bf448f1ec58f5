import { errorMessage } from '../errors/error-facts.ts'
import { isStowageError, StowageError } from '../errors/stowage-error.ts'

/** What an upload rejects with when reading the app's source failed so: ours and the signal's reason as they are. */
export function sourceFailure(error: unknown, signal: AbortSignal): unknown {
  if (isStowageError(error) || (signal.aborted && error === signal.reason)) return error
  const message = `The upload source failed: ${errorMessage(error)}`
  return new StowageError('source_failed', message, { cause: error })
}
