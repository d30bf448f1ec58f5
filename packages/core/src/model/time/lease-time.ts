import { invalidArgument } from '../../errors/invalid-argument.ts'
import { addMillis, type Micros } from './timestamp.ts'

/** The longest lease there is, in milliseconds: 10 minutes. */
export const MAX_LEASE = 600_000

/** Leases whose names begin like this keep blobs from being deleted while they are in force: for copies of the store. */
export const HOLD_PREFIX = 'hold/'

/**
 * The lease of whoever copies files to another blob store. A repair takes it too: beside a move, files that are only at
 * the new place would look lost.
 */
export const MOVES_FILES = 'migration/blobs'

/** The last moment until which a lease can last that is taken now. What ends later counts as expired. */
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
