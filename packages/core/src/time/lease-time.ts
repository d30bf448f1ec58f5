import { invalidArgument } from '../errors/invalid-argument.ts'
import { addMillis, type Micros } from './timestamp.ts'

/** The longest lease, in milliseconds: 10 minutes. */
export const MAX_LEASE = 600_000

/** While a lease whose name begins like this is in force, no blob is deleted: for copies of the store. */
export const HOLD_PREFIX = 'hold/'

/**
 * The lease for copying files to another blob store. A repair takes it too: during a move, files that are only in the
 * new place would look lost.
 */
export const MOVES_FILES = 'migration/blobs'

/** The latest end of a lease that is taken now. A lease that ends later counts as expired. */
export function latestLeaseEnd(now: Micros): Micros {
  return addMillis(now, MAX_LEASE)
}

/** The duration, of a lease or a pause. Throws `invalid_argument` unless it is 0 to `MAX_LEASE` milliseconds. */
export function requireLeaseDuration(duration: number): number {
  if (duration >= 0 && duration <= MAX_LEASE) return duration
  throw invalidArgument('duration', `The duration must be 0 to ${MAX_LEASE} milliseconds.`)
}

/** Whether a lease is in force, so that no other holder can take it. */
export function isInForce(until: Micros, now: Micros): boolean {
  return until > now && until <= latestLeaseEnd(now)
}
