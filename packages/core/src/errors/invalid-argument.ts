import { StowageError } from './stowage-error.ts'

/** `invalid_argument`. `message` says what the argument must be. */
export function invalidArgument(argument: string, message: string, cause?: unknown): StowageError {
  return new StowageError('invalid_argument', message, { context: { argument }, cause })
}
