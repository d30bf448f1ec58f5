/** Runs all of them, so many at a time, in their order. Rejects with the first error once none is under way any more. */
export async function inLanes(count, works) {
  const queue = [...works]
  async function lane() {
    for (let work = queue.shift(); work !== undefined; work = queue.shift()) await work()
  }
  const lanes = await Promise.allSettled(Array.from({ length: count }, lane))
  const failed = lanes.find(({ status }) => status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
