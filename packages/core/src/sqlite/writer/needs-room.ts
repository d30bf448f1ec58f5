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

/** The room of each write of the port: see `PORT_METHODS`. */
const ROOMS = Object.fromEntries(ALL_METHODS.map(({ verb, room }) => [verb, room])) as Readonly<
  Record<Verb, Room>
>

/**
 * The share of the reserve that a write must leave free. On a disk with little room left, writes that add to the store
 * are refused first, then those that can be repeated without end, then those that precede a deletion. The last quarter
 * is left for deletions and for writes that keep the store in order.
 */
export function roomFor(operation: Operation): number {
  const { verb } = operation
  // The trash has its own terms of an asset. Only a purge frees the terms that a change of lists leaves behind.
  if (verb === 'setTrashed' && operation.request.to === 'active') return SHARES.changes
  return SHARES[transferWrite(verb)?.room ?? ROOMS[verb]]
}
