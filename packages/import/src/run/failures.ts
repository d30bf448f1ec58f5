import { isStowageError } from '@stowage/core'

/** Errors after which a further attempt may do. */
export function isOfMoment(error: unknown): boolean {
  return isStowageError(error, 'unavailable', 'outcome_unknown', 'reservation_lost')
}

/** Errors that every further file would meet too, and those of the app's own functions. */
export function endsImport(error: unknown): boolean {
  return (
    !isStowageError(error) ||
    isStowageError(
      error,
      'closed',
      'insufficient_storage',
      'quota_exceeded',
      'variants_unavailable',
      'analysis_unavailable',
      'sqlite_unavailable',
    )
  )
}

/** Why one file was not imported, in words. */
export function reasonOf(error: unknown): string {
  return (error as Error).message
}
