import { setTimeout as sleep } from 'node:timers/promises'
import { openAssetStore } from '@stowage/core'
import { systemClock } from '@stowage/core/internal'
import { createJournal } from '../ledger/journal.mjs'
import { createJobVerbs, instant, runJobs } from '../load/jobs.mjs'
import { textVariants } from '../text-variants.mjs'
import { disorderedOf, feedOf, missingOf } from '../webhooks/judge.mjs'
import { addEndpoint, sendingTo, startSending } from '../webhooks/sending.mjs'

/** Milliseconds in which some job must end while any is left. */
const PATIENCE = 60_000
const TENANT = 'default'
/** The events that the endpoint gets: they are of few assets, and few in all. */
const TYPES = ['asset.restored']

/** Adds the endpoint of the load to a store that nothing else has open. Resolves to its id. */
export async function openEndpoint({ directory, grace, receiver, path }) {
  const store = await openAssetStore({
    directory,
    ...sendingTo(receiver.port),
    jobs: { work: false },
    advanced: { graceMs: grace, sweepEveryMs: false },
  })
  const id = await addEndpoint(store, { receiver, path, types: TYPES })
  await store.close()
  return id
}

/**
 * Lets a store that nothing else has open do what is left to do: jobs, pictures and deliveries, `ahead` milliseconds from
 * now; then enqueues one job more. Resolves to the journal of its jobs, and to what is wrong then: `lost` and `half`,
 * sentences. `drawn`: ids of texts whose pictures must be there, if they are.
 */
export async function settle({
  directory,
  grace,
  ahead,
  random,
  receiver,
  path,
  webhookId,
  drawn,
}) {
  const lines = []
  const lost = []
  const half = []
  const now = systemClock()
  const store = await openAssetStore({
    directory,
    ...sendingTo(receiver.port),
    variants: textVariants(),
    advanced: { graceMs: grace, sweepEveryMs: false, clock: () => now() + ahead * 1000 },
    onError: (error) => half.push(`while what is left is done: ${error.stack}`),
  })
  const journal = createJournal((line) => lines.push(line))
  runJobs({ store, journal, random })
  startSending(store)

  // A store does the jobs of uploads from its first use of one on.
  for (const { id } of (await store.uploads.list()).uploads) await store.uploads.resume(id)
  const left = await jobsAtRest(store)
  if (left > 0) half.push(`${left} jobs do not end`)

  const feed = await feedOf(store, TENANT)
  const events = feed.filter(({ type }) => TYPES.includes(type))
  const { webhooks } = store.for({ tenant: TENANT })
  for (const state of ['waiting', 'dead']) {
    const { deliveries } = await webhooks.deliveries(webhookId, { state })
    for (const { eventId } of deliveries) lost.push(`the delivery of ${eventId} is ${state}`)
  }
  const requests = receiver.of(path)
  for (const id of missingOf(events, requests)) lost.push(`the event ${id} was not delivered`)
  for (const id of disorderedOf(events, requests))
    half.push(`the event ${id} came out of its order`)
  const told = new Set(events.map(({ id }) => id))
  const strange = requests.filter(({ id }) => !told.has(id))
  for (const { id } of strange) half.push(`an event ${id} was delivered that did not happen`)
  // One that was in the trash when its turn came is drawn for the first who asks.
  const restored = new Set(feed.map(({ type, assetId }) => type === 'asset.restored' && assetId))
  for await (const { id, name, mimeType, variants } of store.matching({}).iterate()) {
    if (!drawn.has(id) || restored.has(id) || mimeType !== 'text/plain') continue
    if (!variants.some((variant) => variant.name === 'thumbnail')) lost.push(`${name}: not drawn`)
  }
  await createJobVerbs({ store, journal, random }).enqueueLater()
  await store.close()
  const waiting = [lines.at(-1).job]
  const counts = { deliveries: requests.length, events: events.length }
  return { lines, killedAt: instant(), waiting, lost, half, ...counts }
}

/** Waits until no job is left, or none ends any more. Resolves to how many are left. */
async function jobsAtRest(store) {
  let least = Number.POSITIVE_INFINITY
  let end = 0
  while (true) {
    let count = 0
    for await (const _ of store.admin.jobs.iterate()) count += 1
    if (count < least) end = performance.now() + PATIENCE
    least = Math.min(least, count)
    if (count === 0 || performance.now() > end) return count
    await sleep(200)
  }
}
