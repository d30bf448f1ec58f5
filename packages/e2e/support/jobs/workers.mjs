import { startProcess } from '../faults/process.mjs'
import { instant } from './journal.mjs'

/**
 * So many processes that run jobs; whichever is killed, or kills itself, is replaced. `killed` says until when each of those
 * was alive for sure: `null`, until its last note.
 */
export function startWorkers(place, { count, concurrency, prefix, ahead }) {
  const killed = new Map()
  const strange = []
  const living = new Map()
  let isStopping = false
  let started = 0

  function start() {
    started += 1
    const name = `${prefix}${started}`
    const worker = startProcess('jobs/process.mjs', [
      JSON.stringify(place),
      name,
      ahead,
      concurrency,
    ])
    living.set(name, { name, worker, isRunning: false, running: ready(name, worker) })
    worker.exited.then(({ code, signal }) => {
      living.delete(name)
      if (signal === 'SIGKILL') {
        if (!killed.has(name)) killed.set(name, null)
      } else if (code !== 0 || !isStopping) strange.push(`${name} ended: ${code ?? signal}`)
      if (!isStopping) start()
    })
  }

  async function ready(name, worker) {
    await worker.says().catch(() => {})
    const one = living.get(name)
    if (one !== undefined) one.isRunning = true
  }

  for (let n = 0; n < count; n += 1) start()
  return {
    killed,
    strange,
    living: () => [...living.values()],
    async running() {
      await Promise.all([...living.values()].map(({ running }) => running))
    },
    /** Kills one of those that run, chosen by `random`. */
    async killOne(random) {
      const running = [...living.values()].filter(({ isRunning }) => isRunning)
      if (running.length === 0) return
      const { name, worker } = random.pick(running)
      killed.set(name, instant())
      await worker.kill()
    },
    /** Lets each end what it runs. Resolves to what they met. */
    async stop() {
      isStopping = true
      const ends = [...living.values()].map(async ({ running, worker }) => {
        await running
        const said = await worker.ask('stop').catch(({ message }) => ({ errors: [message] }))
        await worker.exited
        return said.errors
      })
      return (await Promise.all(ends)).flat()
    },
  }
}
