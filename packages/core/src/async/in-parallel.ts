/**
 * Does `work` on each item, at most `limit` at a time. After a failure it starts no further item, and rejects with the
 * first failure once nothing is under way.
 */
export async function inParallel<Item>(
  items: Iterable<Item>,
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  // All lanes draw from the one iterator.
  const queue = items[Symbol.iterator]()
  const failures: unknown[] = []
  async function lane(): Promise<void> {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      await work(next.value).catch((error) => failures.push(error))
      if (failures.length > 0) return
    }
  }
  await Promise.all(Array.from({ length: limit }, lane))
  if (failures.length > 0) throw failures[0]
}
