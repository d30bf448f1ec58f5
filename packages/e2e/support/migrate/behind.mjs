import { mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { journalsOf, openJournal } from '../jobs/journal.mjs'
import { BEHAVIOURS } from '../webhooks/receiver.mjs'
import { addEndpoint, startSending } from '../webhooks/sending.mjs'

/** Jobs that run while the store moves; that wait for long; that are dead when it moves. */
export const KINDS = { running: 'moves', later: 'later', dead: 'dies' }
/** What the endpoint of the load is told of. */
export const TYPES = ['asset.restored', 'asset.purged']
export const PATHS = { load: '/moves', held: '/held' }
/** The tenant whose endpoint was busy before the move. */
export const HELD = 'held'
const [RUNNING, LATER, DEAD] = [60, 10, 3]
const HOUR = 3_600_000
/** Milliseconds between two jobs that are enqueued while the store moves, and that one takes at most. */
const [EVERY, LONGEST] = [100, 15]

/**
 * Leaves in a store what must go on where it moves: jobs that wait, jobs that are dead, endpoints, a delivery that was
 * tried once, and cursors. Resolves to it, as plain data.
 */
export async function leaveBehind(store, receiver) {
  const enqueue = (count, kind, options) =>
    Promise.all(Array.from({ length: count }, () => store.jobs.enqueue(kind, {}, options)))
  const held = store.for({ tenant: HELD })
  receiver.behaves(PATHS.held, (response) =>
    response.writeHead(503, { 'retry-after': HOUR / 1000 }).end(),
  )
  const webhookId = await addEndpoint(held, { receiver, path: PATHS.held, types: null })
  startSending(store)
  await held.upload(Buffer.from('held'), { name: 'held.txt' })
  const deliveries = async () => (await held.webhooks.deliveries(webhookId)).deliveries
  await until(async () => (await deliveries())[0]?.attempts === 1)
  const [delivery] = await deliveries()
  receiver.behaves(PATHS.held, BEHAVIOURS.ok)

  store.jobs.define(KINDS.dead, () => {
    throw new Error('This one fails.')
  })
  const dead = await enqueue(DEAD, KINDS.dead, { maxAttempts: 1 })
  await until(async () => (await store.jobs.list({ state: 'dead' })).jobs.length === DEAD)
  const load = await addEndpoint(store, { receiver, path: PATHS.load, types: TYPES })
  return {
    port: receiver.port,
    webhooks: { load, held: webhookId },
    delivery: delivery.id,
    state: delivery.state,
    jobs: {
      running: await enqueue(RUNNING, KINDS.running),
      later: await enqueue(LATER, KINDS.later, { delayMs: HOUR }),
      dead,
    },
    cursors: { own: await store.events.latest(), all: await store.admin.events.latest() },
  }
}

/** Runs the jobs of a store in this process, and notes when each begins and ends. */
export function runBehind(store, directory, name) {
  mkdirSync(journalsOf(directory), { recursive: true })
  const note = openJournal(directory, name)
  for (const kind of Object.values(KINDS)) {
    store.jobs.define(kind, async (job) => {
      note('begin', job)
      await sleep(Math.random() * LONGEST)
      note('done', job)
    })
  }
  return note
}

/**
 * Follows the change feed of a store from these cursors on, and enqueues jobs, until `signal`. Notes each event, and each
 * job that was acknowledged. A write that is refused while writes stand has not happened.
 */
export async function goOnBehind(store, { note, cursors, signal }) {
  const follow = async (feed, of) => {
    for await (const { id } of feed.follow({ after: cursors[of], signal }))
      note('told', { id, kind: of })
  }
  const enqueue = async () => {
    while (!signal.aborted) {
      const id = await store.jobs.enqueue(KINDS.running, {}).catch((error) => {
        if (error.code !== 'unavailable') throw error
      })
      if (id !== undefined) note('enqueued', { id, kind: KINDS.running })
      await sleep(EVERY)
    }
  }
  const work = [follow(store.events, 'own'), follow(store.admin.events, 'all'), enqueue()]
  const ended = await Promise.allSettled(work)
  for (const { reason } of ended) if (reason !== undefined && !signal.aborted) throw reason
}

/** Waits until it holds. */
export async function until(holds, patience = 120_000) {
  const end = performance.now() + patience
  while (!(await holds())) {
    if (performance.now() > end) return false
    await sleep(50)
  }
  return true
}
