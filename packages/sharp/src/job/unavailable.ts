import { isStowageError, StowageError } from '@stowage/core'

/** `unavailable`: nothing is wrong with the picture; try again. */
export function unavailable(message: string, cause?: unknown): StowageError {
  return new StowageError('unavailable', message, cause === undefined ? {} : { cause })
}

/** `unavailable` after an attempt that does not show whether the picture is at fault. */
export function inconclusive(message: string, cause?: unknown): StowageError {
  return new StowageError('unavailable', message, { context: { inconclusive: true }, cause })
}

export function isInconclusive(error: unknown): boolean {
  return isStowageError(error, 'unavailable') && error.context.inconclusive === true
}

/** `variants_unavailable`: no variant can ever be made here. It passes on sharp's advice. */
export function sharpUnavailable(cause: unknown): StowageError {
  return new StowageError(
    'variants_unavailable',
    'sharp cannot be loaded, so no picture can be made. Install it with its binary for this platform ' +
      '(`npm install --include=optional sharp`), on the machine or in the image where the app runs.',
    { cause },
  )
}
