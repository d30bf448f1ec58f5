import type { Selection } from '../selection/selection.ts'

interface Offer {
  readonly of: Selection
  readonly withdraw: () => void
}

/** As many as toasts show. */
const MOST = 3
let offers: readonly Offer[] = []

/** Remembers that what was done to `of` can be undone, until `withdraw` takes the offer away. */
export function noteUndo(of: Selection, withdraw: () => void): void {
  offers = [...offers, { of, withdraw }].slice(-MOST)
}

/** Withdraws the offers for files that were restored in another way, or are gone for good. */
export function withdrawUndo(files: Selection): void {
  const over = offers.filter(({ of }) => meet(of, files))
  offers = offers.filter((offer) => !over.includes(offer))
  for (const { withdraw } of over) withdraw()
}

/** What a filter finds is not known here, so it may be any file. */
function meet(one: Selection, other: Selection): boolean {
  if (one.kind === 'all' || other.kind === 'all') return true
  return [...one.ids].some((id) => other.ids.has(id))
}
