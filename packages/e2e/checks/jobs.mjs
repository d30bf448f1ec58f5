// Jobs are enqueued one by one and in batches. Four processes run them, and are killed at random: on SQLite and on
// PostgreSQL, with fresh statistics and without any. Each job must be done, in one process at a time, again only when its
// process was killed, and in the order of priorities. Jobs that always fail must be dead, and can be retried and discarded.
// A job whose key is enqueued while it runs must run again. `--full` for 100,000 jobs and a kill each second; `--only sqlite` or `postgres`,
// `--jobs` and `--seed` for parts of it.
import { randomInt, randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { seededChoices } from '@stowage/testing/seeds'
import Database from 'better-sqlite3'
import pg from 'pg'
import { startPostgres } from '../../tooling/postgres-server.mjs'
import { enqueueKeyed, enqueuePoison, enqueueWork } from '../support/jobs/enqueue.mjs'
import { instant, journalsOf, readJournals } from '../support/jobs/journal.mjs'
import { judgeRuns, rateOf } from '../support/jobs/judge.mjs'
import { cureOf } from '../support/jobs/kinds.mjs'
import { AHEAD, openPlace, openRecords } from '../support/jobs/places.mjs'
import { startWorkers } from '../support/jobs/workers.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    jobs: { type: 'string' },
    only: { type: 'string' },
    seed: { type: 'string' },
  },
})
const SEED = Number(values.seed ?? randomInt(1_000_000))
const JOBS = Number(values.jobs ?? (values.full ? 100_000 : 1_000))
const [WORKERS, CONCURRENCY, POISON, KEYS] = [4, 16, 20, 8]
/** Milliseconds between two kills. */
const KILL_EVERY = 1000
const KINDS = ['work', 'poison', 'keyed', 'gated']

const PROMISES = {
  undone: 'each job was done',
  twice: 'no job ran in two processes at a time',
  again: 'a job ran again only when its process was killed',
  lost: 'whatever began has ended, or its process was killed',
}

const random = seededChoices(SEED)
const report = createReport(
  `${JOBS} jobs in ${WORKERS} processes that are killed at random (seed ${SEED})`,
)
await report.run(() =>
  withTemporaryDirectory(async (top) => {
    // The short version has none, which are harder.
    const kinds = values.full ? [true, false] : [false]
    for (const isFresh of values.only === 'postgres' ? [] : kinds) {
      await check('SQLite', { directory: path.join(top, `sqlite-${isFresh}`) }, isFresh)
    }
    if (values.only === 'sqlite') return
    // A server of its own, which gathers no statistics by itself.
    delete process.env.POSTGRES_URL
    const { url, stop } = await startPostgres({ autovacuum: 'off' })
    try {
      for (const isFresh of kinds) {
        const schema = `j${randomUUID().slice(0, 8)}`
        const directory = path.join(top, `postgres-${isFresh}`)
        await check('PostgreSQL', { directory, url, schema }, isFresh)
      }
    } finally {
      await stop()
    }
  }),
)

async function check(database, place, isFresh) {
  const name = `${database}, ${isFresh ? 'fresh' : 'no'} statistics`
  await mkdir(journalsOf(place.directory), { recursive: true })
  const started = performance.now()
  const ids = await enqueueWork(place, JOBS)
  const seconds = (performance.now() - started) / 1000
  report.check(`${name}: each job got an id of its own`, new Set(ids).size === JOBS)
  const poison = await enqueuePoison(place, POISON)
  if (isFresh) await gatherStatistics(place)
  report.check(
    `${name}: statistics are as they should be`,
    (await hasStatistics(place)) === isFresh,
  )

  const { killed, wanted, over } = await load(name, place)
  const drained = await drain(name, place, killed, poison)
  const notes = readJournals(place.directory)
  const judged = judgeRuns(notes, {
    killed: new Map([...killed, ...drained]),
    ids,
    handsOff: WORKERS * CONCURRENCY,
  })
  for (const [promise, found] of Object.entries(judged.wrong)) {
    report.check(`${name}: ${PROMISES[promise]}`, found.length === 0, found.slice(0, 3).join('; '))
  }
  report.check(
    `${name}: a job began before one of a higher priority only while that was being claimed`,
    judged.isOrdered && judged.priorities === 3,
    `at most ${judged.overtaken} of ${WORKERS * CONCURRENCY}`,
  )
  judgeKeyed(name, notes, wanted)
  judgePoison(name, notes, poison)
  const rates = [JOBS / seconds, rateOf(notes, over)].map((rate) => rate.toFixed(0))
  report.note(`${name}: ${rates[0]} enqueued/s, ${rates[1]} jobs/s beside ${killed.size} kills`)
}

/** Until no job is due but those whose processes were killed. */
async function load(name, place) {
  const records = await openRecords(place)
  let isOver = false
  const keyed = enqueueKeyed(place, KEYS, () => isOver)
  const options = { count: WORKERS, concurrency: CONCURRENCY, prefix: 'w', ahead: 0 }
  const workers = startWorkers(place, options)
  await workers.running()
  let killAt = performance.now() + KILL_EVERY
  while ((await records.jobs.nextDue({ kinds: ['work'] })) === 0) {
    await sleep(50)
    if (performance.now() < killAt) continue
    await workers.killOne(random)
    killAt += KILL_EVERY
  }
  isOver = true
  const over = instant()
  const wanted = await keyed
  const errors = [...(await workers.stop()), ...workers.strange]
  await records.close()
  report.check(`${name}: the processes met no errors`, errors.length === 0, errors[0])
  report.check(`${name}: processes were killed while they ran jobs`, workers.killed.size > 0)
  return { killed: workers.killed, wanted, over }
}

/** By a clock in whose time the leases of the killed have ended, the rest is done. Resolves to who was killed: nobody. */
async function drain(name, place, killed, poison) {
  const records = await openRecords(place, AHEAD)
  const store = await openPlace(place, { ahead: AHEAD, jobs: { work: false } })
  const options = { count: WORKERS, concurrency: CONCURRENCY, prefix: 'd', ahead: AHEAD }
  const workers = startWorkers(place, options)
  await workers.running()
  const idle = async () => {
    while ((await records.jobs.nextDue({ kinds: KINDS })) !== null) await sleep(20)
  }
  await idle()
  await runGated(name, store, workers)
  await idle()
  await judgeDeadLetters(name, { place, store, poison, idle })
  const errors = [...(await workers.stop()), ...workers.strange]
  await store.close()
  await records.close()
  const found = killed.size > 0 && workers.killed.size === 0 && errors.length === 0
  report.check(
    `${name}: what the killed left is done once their leases have ended`,
    found,
    errors[0],
  )
  return workers.killed
}

/** A job runs while its key is enqueued again. */
async function runGated(name, store, workers) {
  const holders = []
  let onHeld = () => {}
  for (const { worker } of workers.living()) {
    worker.hears((message) => {
      if (message !== 'holds') return
      holders.push(worker)
      onHeld()
    })
  }
  const held = async (count) => {
    while (holders.length < count) await new Promise((resolve) => (onHeld = resolve))
    return holders[count - 1]
  }
  const enqueue = () => store.jobs.enqueue('gated', { n: 0 }, { key: 'gate' })
  const id = await enqueue()
  const first = await held(1)
  const { state } = await store.jobs.get(id)
  const others = [await enqueue(), await enqueue()]
  first.tell('open')
  const second = await held(2)
  second.tell('open')
  report.check(
    `${name}: a job whose key is enqueued while it runs is the same, and runs once more`,
    state === 'running' && others.every((other) => other === id),
  )
}

async function judgeDeadLetters(name, { place, store, poison, idle }) {
  const dead = async () => {
    const found = []
    for await (const job of store.admin.jobs.iterate({ state: 'dead' })) found.push(job)
    return found
  }
  const found = await dead()
  report.check(
    `${name}: what always fails is dead after its attempts, and nothing else is`,
    found.length === POISON &&
      found.every(
        ({ id, attempt, error }) => poison.includes(id) && attempt === 2 && error !== null,
      ),
    `${found.length}`,
  )
  await writeFile(cureOf(place.directory), '')
  const [retried, discarded] = [poison.slice(0, POISON / 2), poison.slice(POISON / 2)]
  const answer = await store.jobs.retry(retried)
  const gone = await store.jobs.discard(discarded)
  await idle()
  const left = await store.admin.jobs.list()
  report.check(
    `${name}: dead jobs are retried and done, or discarded`,
    answer.retried.length === retried.length &&
      gone.length === discarded.length &&
      left.jobs.length === 0,
  )
}

function judgeKeyed(name, notes, wanted) {
  const runs = notes.filter(({ kind, what }) => kind === 'keyed' && what === 'done')
  const last = new Map()
  const seen = new Set(runs.map(({ n }) => n))
  const keys = new Map(
    notes
      .filter(({ kind, what }) => kind === 'keyed' && what === 'begin')
      .map(({ id, n }) => [id, n]),
  )
  for (const { id, n } of runs) last.set(keys.get(id), Math.max(last.get(keys.get(id)) ?? 0, n))
  const times = wanted.reduce((sum, count) => sum + count, 0)
  report.check(
    `${name}: after its last call of enqueue each key ran once more`,
    seen.size > 0 && wanted.every((value, n) => last.get(n) === value),
    `${times} calls for ${wanted.length} keys, ${runs.length} runs`,
  )
}

function judgePoison(name, notes, poison) {
  const [retried, discarded] = [poison.slice(0, POISON / 2), poison.slice(POISON / 2)]
  const done = new Set(
    notes.filter(({ kind, what }) => kind === 'poison' && what === 'done').map(({ id }) => id),
  )
  report.check(
    `${name}: of the dead jobs those were done that were retried`,
    retried.every((id) => done.has(id)) && !discarded.some((id) => done.has(id)),
  )
}

async function gatherStatistics({ directory, url, schema }) {
  if (url === undefined) {
    const database = new Database(path.join(directory, 'stowage.db'))
    database.exec('ANALYZE')
    return database.close()
  }
  await query(url, `ANALYZE ${schema}.jobs, ${schema}.tenants`)
}

async function hasStatistics({ directory, url, schema }) {
  if (url === undefined) {
    const database = new Database(path.join(directory, 'stowage.db'), { readonly: true })
    const table = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_stat1'").get()
    const sql = "SELECT 1 FROM sqlite_stat1 WHERE tbl = 'jobs'"
    const row = table && database.prepare(sql).get()
    database.close()
    return row !== undefined
  }
  const text = 'SELECT FROM pg_stats WHERE schemaname = $1 AND tablename = $2 LIMIT 1'
  return (await query(url, text, [schema, 'jobs'])).length > 0
}

async function query(url, text, parameters = []) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text, parameters)).rows
  } finally {
    await client.end()
  }
}
