/**
 * Up to this many keys are read and skipped. Searching for the start of the page takes the server longer, but not the
 * app.
 */
const FEW = 20_000

/**
 * How many keys of each of two sorted lists come before a page of both merged. It asks for the key at a position
 * (`list`, `at`), about thirty times for two lists of a million. So a deep page does not load all earlier keys into the
 * app. When the two numbers add up to less than `skip`, the caller skips the rest itself.
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
  // Of the keys before the page, at least `low` and at most `high` are of the first list.
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
