import { openAssetStore } from '@stowage/core'
import { walk } from '../feed/judge.mjs'
import { readJournals } from '../jobs/journal.mjs'
import { disorderedOf, missingOf } from '../webhooks/judge.mjs'
import { sendingTo } from '../webhooks/sending.mjs'
import { HELD, KINDS, PATHS, TYPES, until } from './behind.mjs'

/** Jobs of a kind that a process runs at a time. */
const AT_ONCE = 4

/**
 * Judges what came of jobs, events and deliveries of a store that moved to this place, where a process of its own works.
 * `left`: as of `leaveBehind`; `directory`: that of the journals.
 */
export async function judgeBehind(report, { place, directory, receiver, left, where }) {
  const store = await openAssetStore({
    ...place,
    ...sendingTo(receiver.port),
    jobs: { work: false },
    advanced: { sweepEveryMs: false },
  })
  const check = (what, passed, detail) => report.check(`${where}: ${what}`, passed, detail)
  try {
    await judgeJobs(store, { directory, left, check })
    await judgeFeeds(store, { directory, left, check })
    await judgeEndpoints(store, { receiver, left, check })
  } finally {
    await store.close()
  }
}

async function jobsOf(store) {
  const jobs = []
  for await (const job of store.admin.jobs.iterate()) jobs.push(job)
  return jobs
}

async function judgeJobs(store, { directory, left, check }) {
  const own = Object.values(KINDS)
  const atRest = async () => {
    // The delivery of the endpoint that was busy waits for an hour.
    const soon = new Date(Date.now() + 120_000).toISOString()
    const jobs = await jobsOf(store)
    const others = jobs.filter(({ kind, runAt }) => !own.includes(kind) && runAt < soon)
    const running = jobs.filter(({ kind }) => kind === KINDS.running)
    if (others.length > 0 || running.length > AT_ONCE) return false
    // The end of some could not be recorded while writes stood: they run again once their leases are over.
    const done = new Set(
      readJournals(directory).flatMap(({ what, id }) => (what === 'done' ? [id] : [])),
    )
    return running.every(({ id }) => done.has(id))
  }
  check('what waited is done', await until(atRest))
  const notes = readJournals(directory)
  const enqueued = notes.filter(({ what }) => what === 'enqueued').map(({ id }) => id)
  const { undone, twice, again } = runsOf(notes, [...left.jobs.running, ...enqueued])
  check(
    'each job was done, and in one process at a time',
    undone.length + twice.length === 0 && enqueued.length > 0,
    `${left.jobs.running.length} before the move, ${enqueued.length} meanwhile, ${again} runs again; ${undone.length} undone, ${twice.length} twice`,
  )
  const idsOf = async (query) => (await store.jobs.list(query)).jobs.map(({ id }) => id).sort()
  const isSame = (found, ids) => found.join() === ids.toSorted().join()
  const later = await idsOf({ kind: KINDS.later, state: 'waiting' })
  check('jobs wait for their time', isSame(later, left.jobs.later))
  const dead = await idsOf({ kind: KINDS.dead })
  check('dead jobs are there', isSame(dead, left.jobs.dead) && dead.length > 0)
  const { retried } = await store.jobs.retry(dead[0])
  left.jobs.dead = dead.slice(1)
  const isDone = async () => (await store.jobs.get(dead[0]).catch(() => null)) === null
  check('one of them is retried and done', retried.length === 1 && (await until(isDone)))
}

/** Which jobs were not done, ran in two processes at a time, and how many runs were more than one of a job. */
function runsOf(notes, ids) {
  const runs = new Map()
  for (const { what, id, at } of notes) {
    const all = runs.get(id) ?? []
    if (what === 'begin') runs.set(id, [...all, { from: at, to: Infinity }])
    if (what === 'done') all.at(-1).to = at
  }
  const own = ids.map((id) => runs.get(id) ?? [])
  return {
    undone: own.filter((all) => !all.some(({ to }) => to < Infinity)),
    twice: own.filter((all) => all.some(({ to }, index) => all[index + 1]?.from < to)),
    again: own.reduce((sum, all) => sum + Math.max(0, all.length - 1), 0),
  }
}

/** From a cursor of before the move on, the feed has what a follower was told over the move, each once and in this order. */
async function judgeFeeds(store, { directory, left, check }) {
  const told = readJournals(directory).filter(({ what }) => what === 'told')
  for (const [of, feed] of Object.entries({ own: store.events, all: store.admin.events })) {
    const ids = (await walk(feed, left.cursors[of])).map(({ id }) => id)
    const heard = told.filter(({ kind }) => kind === of).map(({ id }) => id)
    const at = heard.findIndex((id, index) => id !== ids[index])
    const differs = at < 0 ? '' : `; from event ${at + 1} on they differ`
    check(
      `a cursor of before goes on, and who followed heard the same (${of})`,
      heard.length > 0 && at < 0,
      `${heard.length} of ${ids.length} events${differs}`,
    )
  }
}

async function judgeEndpoints(store, { receiver, left, check }) {
  const events = await walk(store.events, left.cursors.own)
  const wanted = events.filter(({ type }) => TYPES.includes(type))
  const requests = receiver.of(PATHS.load)
  const missing = missingOf(wanted, requests)
  const disordered = disorderedOf(wanted, requests)
  check(
    'each event was delivered, in the order of its asset, with the secret of before',
    missing.length + disordered.length === 0 && requests.every(({ isVerified }) => isVerified),
    `${wanted.length} events in ${requests.length} messages; ${missing.length} missing, ${disordered.length} out of order`,
  )
  const { webhooks } = store.for({ tenant: HELD })
  const count = receiver.of(PATHS.held).length
  const found = (await webhooks.deliveries(left.webhooks.held)).deliveries
  const delivery = found.find(({ id }) => id === left.delivery)
  const { state, attempts } = delivery ?? {}
  await webhooks.retry(left.webhooks.held, left.delivery)
  const came = await until(() => receiver.of(PATHS.held).length > count)
  const isDone = async () => {
    const { deliveries } = await webhooks.deliveries(left.webhooks.held)
    return deliveries.find(({ id }) => id === left.delivery).state === 'done'
  }
  const isRecorded = await until(isDone)
  check(
    'a delivery that was tried before is there, and goes on',
    state === left.state && came && isRecorded && receiver.of(PATHS.held).at(-1).isVerified,
    `${state} after ${attempts} attempts`,
  )
  left.state = 'done'
}
