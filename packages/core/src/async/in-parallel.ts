/**
 * Does `work` on each item, at most `limit` at a time. Resolves to the results, in the order of the items, whatever
 * ended first. After a failure it starts no further item, and rejects with the first failure once nothing is under way.
 */
export async function inParallel<Item, Result>(
  items: Iterable<Item>,
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  // All lanes draw from the one iterator.
  const queue = items[Symbol.iterator]()
  const results: Result[] = []
  const failures: unknown[] = []
  let begun = 0
  async function lane(): Promise<void> {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const number = begun
      begun += 1
      try {
        results[number] = await work(next.value)
      } catch (error) {
        failures.push(error)
      }
      if (failures.length > 0) return
    }
  }
  await Promise.all(Array.from({ length: limit }, lane))
  if (failures.length > 0) throw failures[0]
  return results
}
