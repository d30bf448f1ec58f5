import type { Selection } from '../selection/selection.ts'

interface Offer {
  readonly of: Selection
  readonly withdraw: () => void
}

/** The one that the toast shows. */
let offer: Offer | null = null

/** Remembers that what was done to `of` can be undone, until `withdraw` takes the offer away. */
export function noteUndo(of: Selection, withdraw: () => void): void {
  offer = { of, withdraw }
}

/** Withdraws the offer for files that were restored in another way, or are gone for good. */
export function withdrawUndo(files: Selection): void {
  if (offer === null || !meet(offer.of, files)) return
  offer.withdraw()
  offer = null
}

/** What a filter finds is not known here, so it may be any file. */
function meet(one: Selection, other: Selection): boolean {
  if (one.kind === 'all' || other.kind === 'all') return true
  return [...one.ids].some((id) => other.ids.has(id))
}
