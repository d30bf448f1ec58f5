import { raceAbort } from '../../async/abortable.ts'
import { isStowageError, StowageError } from '../../errors/stowage-error.ts'

/**
 * The result of an app's hook; rejects with the signal's reason when it aborts. A failing hook lets nothing in:
 * `unavailable`.
 */
export async function answerOf<T>(
  hook: () => T | Promise<T>,
  signal: AbortSignal,
  failure: string,
): Promise<T> {
  try {
    return await raceAbort(hook(), signal)
  } catch (cause) {
    signal.throwIfAborted()
    throw isStowageError(cause) ? cause : new StowageError('unavailable', failure, { cause })
  }
}
