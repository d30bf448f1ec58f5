import { invalidArgument } from '../errors/invalid-argument.ts'
import { StowageError } from '../errors/stowage-error.ts'

/** A picture that an upload must draw, and that cannot be drawn. */
export function notDrawn(): StowageError {
  const reason =
    'The picture cannot be drawn: it is damaged, too large, or of a format that is not drawn here.'
  return new StowageError('file_rejected', `The file was rejected: ${reason}`, {
    context: { reason },
  })
}

/** `whenFailed` without a variant that could fail. */
export function nothingDrawn(): StowageError {
  return invalidArgument(
    'variants.whenFailed',
    "whenFailed: 'refuse' needs a variant that is made with the upload, such as the thumbnail of sharpVariants().",
  )
}
