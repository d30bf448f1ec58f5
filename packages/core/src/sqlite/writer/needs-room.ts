import type { Operation, Verb } from './operation.ts'

/** What adds to the store leaves the whole reserve free. */
const ADDS = 1
/** What adds a little each time, such as a line of the audit log, and may be repeated without end. */
const CHANGES = 1 / 2
/** What must come before a deletion, but adds. */
const PRECEDES = 1 / 4
const DELETES = 0

/** The trash has its own terms of an asset. Only a purge frees what the change of lists has left. */
const ROOM_OF_TRASHING = { trash: PRECEDES, active: CHANGES } as const

/**
 * The share of the reserve that a write must leave free. On a disk with little room left, what adds to the store is refused
 * first, then what may be repeated without end, then what comes before a deletion. So the last quarter is left for
 * deletions, and for what keeps the store in order.
 */
export function roomFor(operation: Operation): number {
  if (operation.verb === 'setTrashed') return ROOM_OF_TRASHING[operation.request.to]
  return ROOM[operation.verb]
}

const ROOM: Readonly<Record<Exclude<Verb, 'setTrashed'>, number>> = {
  insert: ADDS,
  reserve: ADDS,
  addVariants: ADDS,
  replaceContent: ADDS,
  restoreVersion: ADDS,
  update: ADDS,
  tag: ADDS,
  attach: ADDS,
  setAttached: ADDS,
  createFolder: ADDS,
  updateFolder: ADDS,
  createTicket: ADDS,
  receive: ADDS,
  recordChanges: ADDS,
  // To delete may take a new key.
  createKey: PRECEDES,
  updateKey: DELETES,
  setFavourite: CHANGES,
  move: CHANGES,
  keep: CHANGES,
  removeVariants: DELETES,
  deleteFolder: DELETES,
  purge: DELETES,
  pruneAudit: DELETES,
  claim: DELETES,
  recordDeletions: DELETES,
  beginErasure: DELETES,
  endErasure: DELETES,
  eraseStep: DELETES,
  revokeTicket: DELETES,
  acquireLease: DELETES,
  releaseLease: DELETES,
  pruneExpired: DELETES,
  recordSweep: DELETES,
  detachAll: DELETES,
  detach: DELETES,
  forgetChanges: DELETES,
  handOver: DELETES,
  pauseWrites: DELETES,
  resumeWrites: DELETES,
  stopRecording: DELETES,
  pruneVersions: DELETES,
}
