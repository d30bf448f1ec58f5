/** Calls `work` for every item, so many at a time. */
export async function inParallel(items, lanes, work) {
  const queue = items[Symbol.iterator]()
  const lane = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
