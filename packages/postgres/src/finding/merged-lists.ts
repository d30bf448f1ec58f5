/** Keys that are read and passed over. Looking for where the page begins takes the server longer, but the app not. */
const FEW = 20_000

/**
 * How many of each of two sorted lists come before a page, when both are read as one list. It asks what stands where
 * (`list`, `at`), in two lists of a million thirty times or so. Thus a deep page does not bring all keys before it into
 * the app. The two numbers may be less than `skip` together: so many of what follows are to be passed over.
 */
export function* skipsOf<Key>(
  totals: readonly [number, number],
  skip: number,
  isBefore: (one: Key, other: Key) => boolean,
  few: number = FEW,
): Generator<
  { readonly list: 0 | 1; readonly at: number },
  readonly [number, number],
  Key | undefined
> {
  if (skip <= few) return [0, 0]
  // Of those before the page, at least `low` and at most `high` are of the first list.
  let low = Math.max(0, skip - totals[1])
  let high = Math.min(skip, totals[0])
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const one = yield { list: 0, at: middle }
    const other = yield { list: 1, at: skip - middle - 1 }
    if (one === undefined || other === undefined) return [0, 0]
    if (isBefore(one, other)) low = middle + 1
    else high = middle
  }
  return [low, skip - low]
}
