import { StowageError } from '@stowage/core'

/** `unavailable`: nothing is wrong with the picture; try again. */
export function unavailable(message: string, cause?: unknown): StowageError {
  return new StowageError('unavailable', message, cause === undefined ? {} : { cause })
}
