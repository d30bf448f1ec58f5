import { randomUUID } from 'node:crypto'
import { StowageError } from '../errors/stowage-error.ts'
import { HOLD_PREFIX } from '../model/lease-time.ts'
import type { Leases } from './leases.ts'

/**
 * A postponement of deletions: as long as it lasts, purges and sweeps of all processes leave every blob. What
 * was purged before it began may still lose its bytes: no record that is there now names them.
 * Renews itself. When its process dies it ends within 5 minutes.
 */
export interface Hold {
  /**
   * Throws `unavailable` once it has lapsed, or might have, because the process was suspended or the
   * database could not be reached: what was copied meanwhile may lack files.
   */
  assertHeld(): void
  /** Deletions go on: the next sweep does those that were postponed. Idempotent. */
  release(): Promise<void>
}

/** `AssetStore.hold`: any number may be in force at once. */
export async function takeHold(leases: Leases): Promise<Hold> {
  const hold = await leases.take(`${HOLD_PREFIX}${randomUUID()}`)
  if (hold !== null) return hold
  throw new StowageError('unavailable', 'The database took too long to answer. Try again.')
}
