import type { Room } from '../../ports/port-types.ts'
import { ALL_METHODS } from '../../ports/port-views.ts'
import type { Operation, TransferVerb, Verb } from './operation.ts'

/** Of the writes of a transfer. Those of the port: see `PORT_METHODS`. */
const TRANSFER_ROOM: Readonly<Record<TransferVerb, Room>> = {
  receive: 'adds',
  recordChanges: 'adds',
  forgetChanges: 'deletes',
  handOver: 'deletes',
  pauseWrites: 'deletes',
  resumeWrites: 'deletes',
  stopRecording: 'deletes',
}

/** The share of the reserve that a write must leave free. */
const SHARES: Readonly<Record<Room, number>> = {
  adds: 1,
  changes: 1 / 2,
  precedes: 1 / 4,
  deletes: 0,
}

const ROOMS = new Map<string, Room>([
  ...ALL_METHODS.flatMap(({ verb, room }) =>
    verb === null || room === null ? [] : [[verb, room] as const],
  ),
  ...(Object.entries(TRANSFER_ROOM) as [string, Room][]),
])

/**
 * The share of the reserve that a write must leave free. On a disk with little room left, what adds to the store is refused
 * first, then what may be repeated without end, then what comes before a deletion. So the last quarter is left for
 * deletions, and for what keeps the store in order.
 */
export function roomFor(operation: Operation): number {
  // The trash has its own terms of an asset. Only a purge frees what the change of lists has left.
  if (operation.verb === 'setTrashed' && operation.request.to === 'active') return SHARES.changes
  return SHARES[ROOMS.get(operation.verb) ?? 'adds']
}

/** Whether it is a write of a transfer, and not of the port. */
export function isTransfer(verb: Verb): verb is TransferVerb {
  return verb in TRANSFER_ROOM
}
