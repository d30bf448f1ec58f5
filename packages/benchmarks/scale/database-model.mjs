import { createQueue, createStation } from './discrete-events.mjs'

/**
 * A PostgreSQL server as an insert sees it: cores, the tenant rows that transactions lock until they end, and a log.
 * One flush of the log serves all waiting transactions.
 */
export function createDatabase(clock, { cores, flush }) {
  const processors = createStation(clock, cores)
  const held = new Map()
  const sums = { commits: 0, lockWait: 0 }
  let committing = []
  let flushing = false

  function flushLog() {
    const group = committing
    committing = []
    flushing = true
    clock.after(flush, () => {
      flushing = false
      if (committing.length > 0) flushLog()
      for (const done of group) done()
    })
  }

  return {
    sums,
    busyTime: processors.busyTime,
    /** Spends this many seconds of one core. */
    work: processors.serve,
    /** Locks the rows of these tenants one by one, in order, and waits for each. */
    lock(tenants, done) {
      const began = clock.now()
      const sorted = tenants.toSorted((a, b) => a - b)
      const next = (at) => {
        if (at === sorted.length) {
          sums.lockWait += clock.now() - began
          return done()
        }
        const queue = held.get(sorted[at])
        if (queue !== undefined) return queue.push(() => next(at + 1))
        held.set(sorted[at], createQueue())
        next(at + 1)
      }
      next(0)
    },
    unlock(tenants) {
      for (const tenant of tenants) {
        const queue = held.get(tenant)
        if (queue.size() === 0) held.delete(tenant)
        else queue.shift()()
      }
    },
    commit(done) {
      sums.commits += 1
      committing.push(done)
      if (!flushing) flushLog()
    },
  }
}
