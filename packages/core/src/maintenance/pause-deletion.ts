import { randomUUID } from 'node:crypto'
import { StowageError } from '../errors/stowage-error.ts'
import type { Leases } from '../leases/leases.ts'
import { HOLD_PREFIX } from '../time/lease-time.ts'
import type { DeletionPause } from './deletion-pause.ts'

/** `StoreAdmin.pauseDeletion`: any number may be in force at once. */
export async function pauseDeletion(leases: Leases): Promise<DeletionPause> {
  const lease = await leases.take(`${HOLD_PREFIX}${randomUUID()}`)
  if (lease === null) {
    throw new StowageError('unavailable', 'The database took too long to answer. Try again.')
  }
  const resume = () => lease.release()
  return { assertPaused: () => lease.assertHeld(), resume, [Symbol.asyncDispose]: resume }
}
