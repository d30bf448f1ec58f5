/** Milliseconds of processor time of the cheapest of five runs: what the code costs, whatever else the machine does. */
function leastCpuTime(run: () => void): number {
  const costs = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...costs)
}

/** How many times as much work four times the input may be. Where every byte is looked at again for each, it is 16. */
const GROWTH = 8

/** Milliseconds below which costs are too small to be compared. */
const NOISE = 5

/** Whether the work grows with the input, and not with its square. */
export function isLinear(run: (length: number) => void): boolean {
  const short = leastCpuTime(() => run(4000))
  return leastCpuTime(() => run(16_000)) < GROWTH * short + NOISE
}
