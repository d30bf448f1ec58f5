import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds. Only an instance that hangs takes longer: others are killed meanwhile, and start slowly when busy. */
const PATIENCE = 600_000

/** Asks all instances for their health while `work` goes on: what a balancer would see of them. */
export async function watchHealth(instances, work) {
  const seen = { ready: new Map(), live: new Map() }
  let over = false
  const watching = (async () => {
    while (!over) {
      for (const { origin } of instances) {
        for (const kind of ['ready', 'live']) {
          const status = await healthOf(origin, kind)
          seen[kind].set(status, (seen[kind].get(status) ?? 0) + 1)
        }
      }
      await sleep(100)
    }
  })()
  try {
    await work()
  } finally {
    over = true
    await watching
  }
  return seen
}

/** Resolves to the milliseconds until every instance says that it is ready. */
export async function allReady(instances) {
  const start = performance.now()
  for (const { origin } of instances) {
    while ((await healthOf(origin, 'ready')) !== 204) {
      if (performance.now() - start > PATIENCE) throw new Error(`${origin} is not ready again.`)
      await sleep(50)
    }
  }
  return performance.now() - start
}

/** A status, or `'none'` where no server answers. */
async function healthOf(origin, kind) {
  try {
    const signal = AbortSignal.timeout(10_000)
    return (await fetch(`${origin}/api/v1/health/${kind}`, { signal })).status
  } catch {
    return 'none'
  }
}
