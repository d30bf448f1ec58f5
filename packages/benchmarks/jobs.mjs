// Measures jobs on PostgreSQL beside pg-boss: on the same server, with as many connections, calls at a time and jobs of a
// batch. The rounds of both alternate. `npm run jobs`; set JOBS (of a round) and ROUNDS for a quicker run.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openAssetStore } from '@stowage/core'
import { disk } from '@stowage/core/filesystem'
import { postgres } from '@stowage/postgres'
import pg from 'pg'
import PgBoss from 'pg-boss'
import { startPostgres } from '../tooling/postgres-server.mjs'

const JOBS = Number(process.env.JOBS ?? 10_000)
const ROUNDS = Number(process.env.ROUNDS ?? 5)
/** Connections of each, and calls at a time that enqueue one job. */
const CLIENTS = 32
/** Calls at a time that enqueue, claim or complete so many jobs each. */
const [LANES, BATCH] = [4, 64]
const KIND = 'measured'

const directory = await mkdtemp(path.join(tmpdir(), 'stowage-jobs-'))
const server = await startPostgres({ max_connections: 3 * CLIENTS + 20 })
const pool = new pg.Pool({ connectionString: server.url, max: CLIENTS })
pool.on('error', () => {})
try {
  const { rows } = await pool.query('SHOW server_version')
  console.log(`PostgreSQL ${rows[0].server_version}, ${JOBS} jobs a round\n`)
  const targets = [await ourTarget(), await bossTarget()]
  const rates = targets.map(() => ({ single: [], batch: [], work: [], handlers: [] }))
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [index, target] of targets.entries()) {
      const found = await measure(target)
      // The first round warms up.
      if (round < 0) continue
      for (const [what, rate] of Object.entries(found)) rates[index][what].push(rate)
    }
  }
  report(targets, rates)
  for (const { close } of targets) await close()
} finally {
  await pool.end()
  await server.stop()
  await rm(directory, { recursive: true })
}

async function ourTarget() {
  const options = { pool, schema: 'bench_jobs' }
  const records = await postgres(options).open()
  const open = (jobs) =>
    openAssetStore({
      records: postgres(options),
      files: disk({ directory }),
      advanced: { sweepEveryMs: false },
      jobs,
    })
  const store = await open({ work: false })
  const newJob = (n) => ({
    kind: KIND,
    key: null,
    payload: { n },
    priority: 0,
    delay: 0,
    maxAttempts: 10,
  })
  return {
    name: 'Stowage',
    send: (n) => store.jobs.enqueue(KIND, { n }),
    insert: (numbers) =>
      records.jobs.enqueue({ tenant: 'default', jobs: numbers.map((n) => newJob(n)) }),
    async take() {
      const kinds = [{ kind: KIND, limit: BATCH }]
      const { jobs } = await records.jobs.claim({ kinds, limit: BATCH, lease: 30_000 })
      let held = jobs
      // Another claim that has just looked at them may still lock them.
      while (held.length > 0) {
        const { busy } = await records.jobs.complete({ jobs: held })
        held = held.filter(({ id }) => busy.includes(id))
      }
      return jobs.length
    },
    /** All at once: handlers that do nothing, by the runner of one process. */
    async handle(count) {
      const worker = await open({ concurrency: LANES * BATCH })
      let done = 0
      await new Promise((resolve) => {
        const handler = () => {
          done += 1
          if (done === count) resolve()
        }
        worker.jobs.define(KIND, handler, { concurrency: LANES * BATCH })
      })
      await worker.close()
    },
    async close() {
      await store.close()
      await records.close()
    },
  }
}

async function bossTarget() {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'bench_boss',
    supervise: false,
    schedule: false,
  })
  boss.on('error', (error) => console.error(error))
  await boss.start()
  await boss.createQueue(KIND)
  return {
    name: 'pg-boss 10.4',
    send: (n) => boss.send(KIND, { n }, { retryLimit: 10 }),
    insert: (numbers) =>
      boss.insert(numbers.map((n) => ({ name: KIND, data: { n }, retryLimit: 10 }))),
    async take() {
      const jobs = await boss.fetch(KIND, { batchSize: BATCH })
      if (jobs.length > 0)
        await boss.complete(
          KIND,
          jobs.map(({ id }) => id),
        )
      return jobs.length
    },
    // Its workers fetch a batch each half second, however fast its handlers are.
    handle: null,
    close: () => boss.stop({ graceful: false }),
  }
}

/** Jobs per second of each thing that is measured. */
async function measure({ send, insert, take, handle }) {
  const numbers = Array.from({ length: JOBS }, (_, n) => n)
  const single = await timed(() => inLanes(CLIENTS, numbers, send))
  await takeAll(take)
  const batches = []
  for (let from = 0; from < JOBS; from += BATCH) batches.push(numbers.slice(from, from + BATCH))
  const batch = await timed(() => inLanes(LANES, batches, insert))
  const work = await timed(() => takeAll(take))
  if (handle === null) return { single, batch, work }
  await inLanes(LANES, batches, insert)
  return { single, batch, work, handlers: await timed(() => handle(JOBS)) }
}

/** Takes and completes all jobs of a round. */
async function takeAll(take) {
  let taken = 0
  const lane = async () => {
    while (taken < JOBS) {
      const count = await take()
      taken += count
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  if (taken !== JOBS) throw new Error(`${taken} jobs were taken, of ${JOBS}.`)
}

async function inLanes(lanes, items, work) {
  const queue = items.values()
  const lane = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/** Jobs per second. */
async function timed(work) {
  const started = performance.now()
  await work()
  return JOBS / ((performance.now() - started) / 1000)
}

function report(targets, rates) {
  console.log(
    `| | enqueued/s one by one, ${CLIENTS} at once | enqueued/s, ${LANES} × ${BATCH} | claimed and completed/s, ${LANES} × ${BATCH} | done/s by handlers |`,
  )
  console.log('|---|--:|--:|--:|--:|')
  for (const [index, { name }] of targets.entries()) {
    const cells = Object.values(rates[index]).map((list) =>
      list.length === 0 ? '' : median(list).toFixed(0),
    )
    console.log(`| ${name} | ${cells.join(' | ')} |`)
  }
  const [ours, theirs] = rates
  const ratios = ['single', 'batch', 'work'].map((what) =>
    median(ours[what].map((rate, round) => rate / theirs[what][round])).toFixed(2),
  )
  console.log(`| ratio | ${ratios.join(' | ')} | |`)
}

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}
