import { isStowageError } from '@stowage/core'

/** A file that was not imported, or was not attached. */
export interface ImportFailure {
  readonly label: string
  /** Why, in words that continue the label, which is the file, or the record that it is not attached to. */
  readonly reason: string
  /** What the store threw; `undefined` when the source refused the file. */
  readonly error?: unknown
}

/** Errors after which another attempt may succeed. */
export function isOfMoment(error: unknown): boolean {
  return isStowageError(error, 'unavailable', 'outcome_unknown', 'reservation_lost')
}

/** Errors that every later file would hit too, and those of the app's own functions. */
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
