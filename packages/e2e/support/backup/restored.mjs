import { walk } from '../feed/judge.mjs'
import { createFeedLedger } from '../ledger/feed-ledger.mjs'
import { KIND } from '../load/jobs.mjs'
import { until } from '../migrate/behind.mjs'
import { missingOf } from '../webhooks/judge.mjs'
import { addEndpoint, startSending } from '../webhooks/sending.mjs'

const PATH = '/backup'
/** The events that the endpoint gets. */
const TYPES = ['asset.restored', 'asset.purged']

/** Adds an endpoint to a store, and tells it what happens from now on. */
export async function sendFrom(store, receiver) {
  const id = await addEndpoint(store, { receiver, path: PATH, types: TYPES })
  startSending(store)
  return id
}

/** The events of the feed must lead to the records that were found. Resolves to what is wrong, sentences. */
export async function judgeFeed(store, found) {
  const { lost, half } = createFeedLedger({ areClientsKnown: false }).judge(
    await walk(store.events),
    found,
  )
  return [...lost, ...half]
}

/**
 * A cursor that is newer than the backup must be refused, wherever it is given: its events are not in the restored store, and
 * others would come in their place. One that the backup has goes on. Resolves to what is wrong, and whether it was newer.
 */
export async function judgeCursor(store, { cursor, webhookId }) {
  const events = await walk(store.events)
  const isNewer = !events.some(({ id }) => id === cursor)
  const feeds = [store.events, store.admin.events]
  const calls = [
    ...feeds.map((feed) => feed.since(cursor)),
    ...feeds.map((feed) => firstOf(feed, cursor)),
    ...(isNewer ? [store.webhooks.replay(webhookId, cursor)] : []),
  ]
  const answers = await Promise.allSettled(calls)
  const wanted = isNewer ? 'cursor_expired' : undefined
  const codes = answers.map(({ reason }) => reason?.code)
  const wrong = codes.filter((code) => code !== wanted)
  return {
    isNewer,
    problems: wrong.map((code) => `a cursor is answered with ${code}, not ${wanted}`),
  }
}

/** Follows it for a moment: what comes next may be long in coming. */
async function firstOf(feed, after) {
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(), 200)
  const { signal } = control
  try {
    for await (const _ of feed.follow({ after, signal })) break
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The restored store works: its jobs are done, and what its endpoints are to be told was told, before or now. Resolves to
 * what is wrong.
 */
export async function judgeWork(store, receiver, webhookId) {
  const problems = []
  store.jobs.define(KIND, () => {})
  startSending(store)
  const jobs = async () => {
    let count = 0
    for await (const _ of store.admin.jobs.iterate()) count += 1
    return count
  }
  const isIdle = await until(async () => (await jobs()) === 0)
  if (!isIdle) problems.push(`${await jobs()} jobs do not end`)
  const { deliveries } = await store.webhooks.deliveries(webhookId, { state: 'waiting' })
  if (deliveries.length > 0) problems.push(`${deliveries.length} deliveries wait`)
  const events = (await walk(store.events)).filter(({ type }) => TYPES.includes(type))
  for (const id of missingOf(events, receiver.of(PATH))) problems.push(`${id} was not delivered`)
  if (events.length === 0) problems.push('no event was to be delivered')
  return problems
}
