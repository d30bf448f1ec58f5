/**
 * Does the work on each item, at most `limit` at a time, and asks for an item only when a lane is free. After a
 * rejection it starts no further item. Once nothing is under way any more, it ends the iteration and rejects with the
 * first error.
 */
export async function inLanes<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  try {
    for await (const item of items) {
      const task: Promise<void> = work(item)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => running.delete(task))
      running.add(task)
      if (running.size >= limit) await Promise.race(running)
      if (failures.length > 0) break
    }
  } catch (error) {
    failures.push(error)
  }
  await Promise.all(running)
  if (failures.length > 0) throw failures[0]
}
