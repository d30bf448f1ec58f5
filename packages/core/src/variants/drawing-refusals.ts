import { invalidArgument } from '../errors/invalid-argument.ts'
import { StowageError } from '../errors/stowage-error.ts'

/** `file_rejected`: for `whenFailed: 'refuse'`. */
export function notDrawn(): StowageError {
  const reason =
    'The picture cannot be drawn: it is damaged, too large, or of a format that is not drawn here.'
  return new StowageError('file_rejected', `The file was rejected: ${reason}`, {
    context: { reason },
  })
}

/** `invalid_argument`: `whenFailed: 'refuse'` without a variant that is made with the upload. */
export function nothingDrawn(): StowageError {
  return invalidArgument(
    'variants.whenFailed',
    "whenFailed: 'refuse' needs a variant that is made with the upload, such as the thumbnail of sharpVariants().",
  )
}
