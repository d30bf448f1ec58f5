import { isStowageError, StowageError } from '../errors/stowage-error.ts'

/** Whether the error refuses the file itself. The other files of its upload are then still checked. */
export function isContentRefusal(error: unknown): error is StowageError {
  return isStowageError(
    error,
    'type_not_allowed',
    'digest_mismatch',
    'file_rejected',
    'location_not_removable',
  )
}

/** The same error, with the index of the file in `context.index`. */
export function atIndex(error: unknown, index: number): unknown {
  if (!isStowageError(error) || 'index' in error.context) return error
  const { code, message, context, cause } = error
  return new StowageError(code, message, { context: { ...context, index }, cause })
}

/** One error for all refused files: the only refusal, or `upload_refused` with `errors`. */
export function allRefusals(refusals: readonly StowageError[]): StowageError {
  const [first] = refusals
  if (refusals.length === 1 && first !== undefined) return first
  return new StowageError(
    'upload_refused',
    `${refusals.length} files were refused; none is stored.`,
    { errors: refusals },
  )
}
