import { assertInteger } from '../arguments/assert-integer.ts'
import { mustBe } from '../arguments/must-be.ts'

/** The most hours for which an upload may be pending. */
export const MAX_PENDING_HOURS = 720

/**
 * Whether an upload is pending: a sweep purges its assets after `hours` (1 … 720) unless they are attached to an owner
 * or kept by then. `true`: after the store's `pendingHours`. `false`: they stay.
 */
export type PendingOption = boolean | { readonly hours: number }

/** The hours of the option; `null`: the assets stay. `invalid_argument` when it is not of the documented form. */
export function pendingHoursOf(
  pending: PendingOption | undefined,
  defaultHours: number,
): number | null {
  if (pending === undefined || pending === false) return null
  if (pending === true) return defaultHours
  if (typeof pending !== 'object' || pending === null) {
    throw mustBe('pending', 'true, false or { hours }', pending)
  }
  const { hours } = pending
  assertInteger('pending.hours', hours, 1, MAX_PENDING_HOURS)
  return hours
}
