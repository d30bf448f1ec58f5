import { isStowageError, StowageError } from '../errors/stowage-error.ts'

const ATTEMPTS = 3

/**
 * Runs work again when its outcome is unknown, at most 3 times in all; so it must be safe to repeat. After that it
 * rejects with `unavailable`: the caller can simply call again, without looking first.
 */
export async function runAgain<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isStowageError(error, 'outcome_unknown')) throw error
      if (attempt < ATTEMPTS) continue
      const message = 'The database was lost during each commit. Once it stays, call this again.'
      throw new StowageError('unavailable', message, { cause: error })
    }
  }
}
