import type { Room } from '../../ports/port-types.ts'
import { ALL_METHODS } from '../../ports/port-views.ts'
import type { Operation, Verb } from './operation.ts'
import { transferWrite } from './transfer-writes.ts'

/** The share of the reserve that a write must leave free. */
const SHARES: Readonly<Record<Room, number>> = {
  adds: 1,
  changes: 1 / 2,
  precedes: 1 / 4,
  deletes: 0,
}

/** Of the writes of the port: see `PORT_METHODS`. */
const ROOMS = Object.fromEntries(ALL_METHODS.map(({ verb, room }) => [verb, room])) as Readonly<
  Record<Verb, Room>
>

/**
 * The share of the reserve that a write must leave free. On a disk with little room left, what adds to the store is refused
 * first, then what may be repeated without end, then what comes before a deletion. So the last quarter is left for
 * deletions, and for what keeps the store in order.
 */
export function roomFor(operation: Operation): number {
  const { verb } = operation
  // The trash has its own terms of an asset. Only a purge frees what the change of lists has left.
  if (verb === 'setTrashed' && operation.request.to === 'active') return SHARES.changes
  return SHARES[transferWrite(verb)?.room ?? ROOMS[verb]]
}
