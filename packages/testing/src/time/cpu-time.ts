/**
 * Milliseconds of processor time of the cheapest of five runs: the cost of the code, whatever else the machine does.
 */
function leastCpuTime(run: () => void): number {
  const costs = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...costs)
}

/**
 * How many times as much processor time `run` takes as `control`: the cheapest of five runs of each, in turn. Costs
 * below a millisecond count as one.
 */
export async function relativeCost(
  run: () => Promise<unknown>,
  control: () => Promise<unknown>,
): Promise<number> {
  let [least, leastOfControl] = [Infinity, Infinity]
  for (let round = 0; round < 5; round += 1) {
    least = Math.min(least, await cpuTimeOf(run))
    leastOfControl = Math.min(leastOfControl, await cpuTimeOf(control))
  }
  return Math.max(1, least) / Math.max(1, leastOfControl)
}

/** Milliseconds of processor time that all threads of the process take meanwhile. */
export async function cpuTimeOf(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** How many times as much work four times the input may cost. Quadratic work costs 16 times as much. */
const GROWTH = 8

/** Milliseconds below which costs are too small to compare. */
const NOISE = 5

/** Whether the work grows with the input, and not with its square. */
export function isLinear(run: (length: number) => void): boolean {
  const short = leastCpuTime(() => run(4000))
  return leastCpuTime(() => run(16_000)) < GROWTH * short + NOISE
}
