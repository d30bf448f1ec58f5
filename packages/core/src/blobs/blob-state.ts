import { StowageError } from '../errors/stowage-error.ts'

/** The number of `reserved`: an upload may use the key; no record names it yet. */
export const RESERVED = 0
/** The number of `claimed`: the blob is to be deleted, and no record can name it any more. */
export const CLAIMED = 1
/** The number of `deleted once`: the blob is gone; one grace time later it is deleted again. */
export const DELETED_FIRST = 2
/** The number of `last deletion`: claimed for the second deletion, after which the key is forgotten. */
export const LAST_DELETION = 3
/** The number of `of a record`: a record names the blob. */
export const ATTACHED = 4

const NUMBERS: Readonly<Record<BlobState, number>> = {
  reserved: RESERVED,
  claimed: CLAIMED,
  'deleted once': DELETED_FIRST,
  'last deletion': LAST_DELETION,
  'of a record': ATTACHED,
}
const STATES = new Map(
  Object.entries(NUMBERS).map(([state, number]) => [number, state as BlobState]),
)

/** The number by which a database keeps a state. */
export function encodeBlobState(state: BlobState): number {
  return NUMBERS[state]
}

/** The state of that number; `database_too_new` for an unknown one, which a newer release may have added. */
export function decodeBlobState(number: number): BlobState {
  const state = STATES.get(number)
  if (state !== undefined) return state
  throw new StowageError('database_too_new', `No blob that is known here has the state ${number}.`)
}

/**
 * What is known about a blob key. `reserve`, `insert`, `claim` and `recordDeletions` take it from one state to the
 * next.
 */
export type BlobState = 'reserved' | 'claimed' | 'deleted once' | 'last deletion' | 'of a record'
