import { setTimeout as sleep } from 'node:timers/promises'
import { inParallel } from '../in-parallel.mjs'
import { payloadOf, priorityOf, tenantOf, want } from './kinds.mjs'
import { openPlace, openRecords } from './places.mjs'

/** Calls of `enqueue` at a time, and jobs of one call of the port. */
const [LANES, BATCH] = [32, 500]
/** Milliseconds between two calls for keys. */
const PAUSE = 5

/** Enqueues half of the jobs one by one, and half through the port. Resolves to their ids. */
export async function enqueueWork(place, count) {
  const store = await openPlace(place, { jobs: { work: false } })
  const half = Math.floor(count / 2)
  const ids = []
  await inParallel(Array(half).keys(), LANES, async (n) => {
    const jobs = store.for({ tenant: tenantOf(n) }).jobs
    ids.push(await jobs.enqueue('work', payloadOf(n, count), { priority: priorityOf(n) }))
  })
  await store.close()
  const records = await openRecords(place)
  const batches = Math.ceil((count - half) / BATCH)
  await inParallel(Array(batches).keys(), 4, async (batch) => {
    const from = half + batch * BATCH
    const numbers = Array.from({ length: Math.min(BATCH, count - from) }, (_, n) => from + n)
    const jobs = numbers.map((n) => ({
      kind: 'work',
      key: null,
      payload: payloadOf(n, count),
      priority: priorityOf(n),
      delay: 0,
      maxAttempts: 10,
    }))
    ids.push(...(await records.jobs.enqueue({ tenant: tenantOf(batch), jobs })))
  })
  await records.close()
  return ids
}

export async function enqueuePoison(place, count) {
  const store = await openPlace(place, { jobs: { work: false } })
  const ids = []
  for (let n = 0; n < count; n += 1) {
    ids.push(await store.jobs.enqueue('poison', { n }, { maxAttempts: 2 }))
  }
  await store.close()
  return ids
}

/** Enqueues jobs of these keys, also while they run, until `isOver`. Resolves to what the last job of each must see. */
export async function enqueueKeyed(place, keys, isOver) {
  const store = await openPlace(place, { jobs: { work: false } })
  const wanted = Array.from({ length: keys }, () => 0)
  for (const n of wanted.keys()) want(place.directory, n, 0)
  // At least some of each, however soon it is over.
  for (let round = 0; round < 5 || !isOver(); round += 1) {
    for (const n of wanted.keys()) {
      wanted[n] += 1
      want(place.directory, n, wanted[n])
      await store.jobs.enqueue('keyed', { n }, { key: `key-${n}`, priority: 20 })
      await sleep(PAUSE)
    }
  }
  await store.close()
  return wanted
}
