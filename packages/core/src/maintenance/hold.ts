import { randomUUID } from 'node:crypto'
import type { Hold } from '../asset-store/hold.ts'
import { StowageError } from '../errors/stowage-error.ts'
import type { Leases } from '../leases/leases.ts'
import { HOLD_PREFIX } from '../model/lease-time.ts'

/** `StoreMaintenance.hold`: any number may be in force at once. */
export async function takeHold(leases: Leases): Promise<Hold> {
  const hold = await leases.take(`${HOLD_PREFIX}${randomUUID()}`)
  if (hold !== null) {
    return Object.assign(hold, { [Symbol.asyncDispose]: () => hold.release() })
  }
  throw new StowageError('unavailable', 'The database took too long to answer. Try again.')
}
