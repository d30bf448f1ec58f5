import { setImmediate as turn } from 'node:timers/promises'

/**
 * What `work` makes of each item, in their order. Lets others run each time the results weigh more than `slice`, so that
 * much work does not hold up the event loop. One item alone is never cut.
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
