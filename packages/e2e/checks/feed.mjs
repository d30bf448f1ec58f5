// 32 writers in several processes, which are killed, change assets of two tenants, on SQLite and on PostgreSQL, while
// readers follow the change feed. Every acknowledged change must be in the feed exactly once, in the order of the commits;
// a reader that was there all the time must have read what a walk finds afterwards; processes must have heard each other.
// `--full` for a minute.
import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../tooling/postgres-server.mjs'
import { startProcess } from '../support/faults/process.mjs'
import { acknowledged, judgeFeed, walk } from '../support/feed/judge.mjs'
import { openPlace, TENANTS } from '../support/feed/places.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } })
const [WRITERS, PROCESSES, KILLS] = [32, 4, values.full ? 20 : 2]
/** Milliseconds between two kills. */
const KILL_EVERY = 2500

const report = createReport(`${WRITERS} writers in ${PROCESSES} processes, and the change feed`)
await report.run(() =>
  withTemporaryDirectory(async (top) => {
    await check('SQLite', { directory: path.join(top, 'sqlite') })
    const { url, stop } = await startPostgres()
    try {
      const schema = `f${randomUUID().slice(0, 8)}`
      await check('PostgreSQL', { directory: path.join(top, 'postgres'), url, schema })
    } finally {
      await stop()
    }
  }),
)

async function check(name, place) {
  await mkdir(path.join(place.directory, 'journals'), { recursive: true })
  const store = await openPlace(place)
  const controller = new AbortController()
  const feeds = new Map([
    ...TENANTS.map((tenant) => [tenant, store.for({ tenant }).events]),
    ['all tenants', store.admin.events],
  ])
  const readers = [...feeds].map(([of, feed]) => read(of, feed, controller.signal))
  const results = await load(place)
  const changes = acknowledged(place.directory)
  report.note(`${name}: ${changes.length} acknowledged changes, ${KILLS} kills`)
  report.check(`${name}: enough was changed`, changes.length > 200)
  const walked = new Map()
  for (const [of, feed] of feeds) walked.set(of, await walkWhole(feed, changes, of))
  for (const [of, events] of walked) {
    const own = changesOf(changes, of)
    const { missing, twice, disordered } = judgeFeed(own, events)
    const isOfOne = of !== 'all tenants'
    report.check(
      `${name}, ${of}: each of ${own.length} acknowledged changes once`,
      missing.length + twice.length === 0,
      `${missing.length} missing, ${twice.length} twice`,
    )
    for (const each of [...missing, ...twice].slice(0, 3)) report.note(JSON.stringify(each))
    if (!isOfOne) continue
    report.check(`${name}, ${of}: in the order of the commits`, disordered.length === 0)
    for (const pair of disordered.slice(0, 3)) report.note(pair.join(' after '))
  }
  const whole = idsByTenant(walked.get('all tenants'))
  for (const tenant of TENANTS) {
    const same = isSame(
      whole.get(tenant) ?? [],
      walked.get(tenant).map(({ id }) => id),
    )
    report.check(`${name}: the feed of all tenants has ${tenant} in the same order`, same)
  }
  for (const reader of readers) {
    const ids = walked.get(reader.of).map(({ id }) => id)
    for (let waited = 0; reader.ids.length < ids.length && waited < 200; waited += 1)
      await sleep(100)
    report.check(`${name}, ${reader.of}: a reader missed nothing`, isSame(reader.ids, ids))
  }
  controller.abort()
  await Promise.all(readers.map(({ ended }) => ended))
  report.check(
    `${name}: processes heard each other`,
    results.every(({ heard }) => heard > 0),
  )
  await store.close()
}

function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Writers have tenants by their number in their process. */
function changesOf(changes, of) {
  if (of === 'all tenants') return changes
  return changes.filter(({ writer }) => TENANTS[writer.split('-')[1] % TENANTS.length] === of)
}

/** Transactions of killed processes may hold back the feed of all tenants for a moment. */
async function walkWhole(feed, changes, of) {
  const own = changesOf(changes, of)
  for (let tries = 0; ; tries += 1) {
    const events = await walk(feed)
    if (tries === 100 || judgeFeed(own, events).missing.length === 0) return events
    await sleep(100)
  }
}

function idsByTenant(events) {
  const ids = new Map()
  for (const { tenant, id } of events) {
    if (!ids.has(tenant)) ids.set(tenant, [])
    ids.get(tenant).push(id)
  }
  return ids
}

/** Follows a feed from its beginning. */
function read(of, feed, signal) {
  const ids = []
  const ended = (async () => {
    try {
      for await (const { id } of feed.follow({ after: null, signal })) ids.push(id)
    } catch (error) {
      if (!signal.aborted) throw error
    }
  })()
  return { of, ids, ended }
}

async function load(place) {
  let started = 0
  const start = async () => {
    started += 1
    const child = startProcess('feed/process.mjs', [
      JSON.stringify(place),
      WRITERS / PROCESSES,
      started,
    ])
    await child.says()
    return child
  }
  const running = await Promise.all(Array.from({ length: PROCESSES }, start))
  for (let round = 0; round < KILLS; round += 1) {
    await sleep(KILL_EVERY)
    const victim = round % PROCESSES
    await running[victim].kill()
    running[victim] = await start()
  }
  await sleep(KILL_EVERY)
  const results = await Promise.all(running.map((child) => child.ask('stop')))
  await Promise.all(running.map(({ exited }) => exited))
  return results
}
