import { StowageError } from '../errors/stowage-error.ts'

/** What is known of a blob key: the states through which `reserve`, `insert`, `claim` and `recordDeletions` take it. */
export type BlobState = 'reserved' | 'claimed' | 'deleted once' | 'last deletion' | 'of a record'

/** `blobs.state` in our databases. */
export const RESERVED = 0
export const CLAIMED = 1
export const DELETED_ONCE = 2
export const LAST_DELETION = 3
export const OF_A_RECORD = 4

const NUMBERS: Readonly<Record<BlobState, number>> = {
  reserved: RESERVED,
  claimed: CLAIMED,
  'deleted once': DELETED_ONCE,
  'last deletion': LAST_DELETION,
  'of a record': OF_A_RECORD,
}
const STATES = new Map(
  Object.entries(NUMBERS).map(([state, number]) => [number, state as BlobState]),
)

/** The number by which a database keeps a state. */
export function numberOfBlobState(state: BlobState): number {
  return NUMBERS[state]
}

/** The state of that number, which a release that is not known here may have added to: `database_too_new`. */
export function blobStateOf(number: number): BlobState {
  const state = STATES.get(number)
  if (state !== undefined) return state
  throw new StowageError('database_too_new', `No blob that is known here has the state ${number}.`)
}
