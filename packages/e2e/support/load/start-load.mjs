import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Lanes that each do one operation after the other, chosen by `random`, until `end` or `pause`. A lane has `verbs`, their
 * `weights()` at this moment, and `rest`, the milliseconds between two operations (default 0).
 */
export function startLoad({ lanes, random, journal }) {
  let isRunning = false
  let running = Promise.resolve()

  async function run({ verbs, weights, rest = 0 }) {
    while (isRunning) {
      if (rest > 0) await sleep(rest)
      const verb = random.weighted(weights())
      try {
        await verbs[verb]()
      } catch (error) {
        journal.violation(`${verb}: ${error.stack}`)
        await sleep(1)
      }
    }
  }

  function resume() {
    isRunning = true
    running = Promise.all(lanes.map(run))
  }

  /** Resolves when what is under way has ended. */
  async function pause() {
    isRunning = false
    await running
  }

  resume()
  return { resume, pause, end: pause }
}
