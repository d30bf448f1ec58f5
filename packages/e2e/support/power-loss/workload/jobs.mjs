import { setImmediate } from 'node:timers/promises'
import { KIND } from '../judge-behind.mjs'
import { all } from './files.mjs'

const DAY = 24 * 3_600_000

/** Runs jobs in this store until it closes. */
export function runJobs(store, { does }) {
  store.jobs.define(KIND, async ({ id }) => {
    await setImmediate()
    await does.ranJob(id)
  })
}

/** Enqueues jobs: some at once, some that stand for each other, one for later. */
export async function enqueueJobs(stores, { does, files: { nextName } }) {
  const key = nextName('key')
  await all(4, (index) => does.enqueue(stores[index % stores.length], KIND))
  await all(3, (index) => does.enqueue(stores[index % stores.length], KIND, { key }))
  await does.enqueue(stores[0], KIND, { delayMs: DAY })
}
