import { raceAbort } from '../../async/abortable.ts'
import { isStowageError, StowageError } from '../../errors/stowage-error.ts'

/** What a hook of the app answers, or the signal's reason. A hook that fails lets nothing in: `unavailable`. */
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
