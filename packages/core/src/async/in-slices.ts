import { setImmediate as turn } from 'node:timers/promises'

/**
 * Resolves to the results of `work`, in the order of the items. Yields to the event loop each time the results weigh
 * more than `slice`, so that a lot of work does not block it. A single item is never split.
 */
export async function inSlices<Item, Result>(
  items: readonly Item[],
  slice: number,
  work: (item: Item) => { readonly result: Result; readonly weight: number },
): Promise<readonly Result[]> {
  const results: Result[] = []
  let weight = 0
  for (const item of items) {
    if (weight > slice) {
      await turn()
      weight = 0
    }
    const done = work(item)
    results.push(done.result)
    weight += done.weight
  }
  return results
}
