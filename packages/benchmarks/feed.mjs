// Measures what the change feed and jobs add to an upload of a small file over HTTP, on SQLite and on PostgreSQL, each
// with a folder: uploads per second, processor time of the server's process, and on PostgreSQL that of its backends and
// the bytes of its log. `--against` is the `packages` folder of another build, such as that of the commit before the
// change feed; the others are compared with it, else with both off. All candidates run in one process, in short turns,
// so that other work on the machine affects them alike; the load comes from another process. Set TMPDIR to the disk to
// measure; in memory it shows processor time best. Prints the median of the ratios of the rounds, and the least and the
// greatest. Writes nothing.
//
//   node feed.mjs [--against ../../../before/packages] [--on sqlite,postgres] [--rounds 9] [--scale 1]
//     [--connections 16]
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startPostgres } from '../tooling/postgres-server.mjs'
import { brief, median } from './bench/figures.mjs'
import { startLoad } from './bench/process.mjs'
import { formRequest } from './bench/samples.mjs'

const PACKAGES = path.resolve(import.meta.dirname, '..')
/** Bytes of the files, which are sent in turn. */
const SIZES = [1_000, 4_000, 20_000]
/** For each candidate in each round. */
const TURNS = 8
const UPLOADS = 160

const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    on: { type: 'string', default: 'sqlite,postgres' },
    rounds: { type: 'string', default: '9' },
    scale: { type: 'string', default: '1' },
    connections: { type: 'string', default: '16' },
  },
})
const rounds = Number(values.rounds)
const connections = Number(values.connections)
const before = values.against && path.resolve(values.against)
const off = { events: false, jobs: { work: false } }
// Two of the same show how far apart candidates are that do not differ.
const CANDIDATES = {
  ...(before && {
    before: { packages: before },
    'before, again': { packages: before },
  }),
  off: { packages: PACKAGES, options: off },
  ...(!before && { 'off, again': { packages: PACKAGES, options: off } }),
  on: { packages: PACKAGES },
}

const WHAT = {
  rate: 'uploads/s',
  server: 'CPU of the server, µs an upload',
  backends: 'CPU of the backends, µs an upload',
  log: 'bytes of the log an upload',
}

const top = await mkdtemp(path.join(tmpdir(), 'stowage-feed-'))
const load = startLoad()
try {
  for (const database of values.on.split(',')) await measure(database)
} finally {
  await load.stop()
  await rm(top, { recursive: true })
}

async function measure(database) {
  const server = database === 'postgres' ? await startPostgres({ max_connections: 200 }) : null
  const names = Object.keys(CANDIDATES)
  const open = {}
  try {
    for (const name of names) open[name] = await openCandidate(name, { database, url: server?.url })
    const samples = Object.fromEntries(names.map((name) => [name, []]))
    for (let round = 0; round <= rounds; round += 1) {
      const turns = Object.fromEntries(names.map((name) => [name, []]))
      for (let turn = 0; turn < TURNS; turn += 1) {
        const first = turn % names.length
        for (const name of [...names.slice(first), ...names.slice(0, first)]) {
          turns[name].push(await takeTurn(open[name]))
        }
      }
      // The first round warms up.
      if (round === 0) continue
      for (const name of names) {
        const of = (member) => median(turns[name].map((turn) => turn[member]))
        const members = Object.keys(turns[name][0])
        samples[name].push(Object.fromEntries(members.map((member) => [member, of(member)])))
      }
    }
    report(database, samples)
  } finally {
    for (const { close } of Object.values(open)) await close()
    await server?.stop()
  }
}

/** A server of its own, on a folder and a database of its own. */
async function openCandidate(name, { database, url }) {
  const { packages, options } = CANDIDATES[name]
  const built = (file) => import(pathToFileURL(path.join(packages, file)))
  const { openAssetStore } = await built('core/dist/index.js')
  const { createNodeHandler } = await built('node/dist/index.js')
  const directory = path.join(top, database, name.replaceAll(/\W/g, ''))
  await mkdir(directory, { recursive: true })
  const { place, backends, close } =
    database === 'postgres'
      ? await onPostgres(name, { built, directory, url })
      : { place: { directory }, backends: async () => ({}), close: async () => {} }
  const store = await openAssetStore({ ...place, ...options })
  const { token } = await store.keys.create({ name: 'benchmark' })
  const server = createServer(
    { requestTimeout: 0, headersTimeout: 60_000 },
    createNodeHandler(store),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const requests = `${directory}.json`
  await writeFile(requests, JSON.stringify(await uploads(directory, token)))
  return {
    load: { port: server.address().port, requests, connections, status: 201 },
    backends,
    async close() {
      server.close()
      server.closeAllConnections()
      await store.close()
      await close()
    },
  }
}

async function onPostgres(name, { built, directory, url }) {
  const { postgres } = await built('postgres/dist/index.js')
  const { disk } = await built('core/dist/filesystem.js')
  const database = `bench_${name.replaceAll(/\W/g, '_')}`
  const admin = new pg.Pool({ connectionString: url, max: 1 })
  admin.on('error', () => {})
  await admin.query(`CREATE DATABASE ${database}`)
  // Its backends must stay: the processor time of one that ends would be lost.
  const own = new URL(url)
  own.pathname = `/${database}`
  const pool = new pg.Pool({ connectionString: own.href, max: 16, idleTimeoutMillis: 0 })
  pool.on('error', () => {})
  return {
    place: { records: postgres({ pool }), files: disk({ directory }) },
    async backends() {
      const { rows } = await admin.query(
        `SELECT (pg_current_wal_insert_lsn() - '0/0')::float8 AS log,
          array(SELECT pid FROM pg_stat_activity WHERE datname = $1) AS pids`,
        [database],
      )
      const [{ log, pids }] = rows
      const times = pids.map((pid) =>
        Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]),
      )
      return { log, backends: times.reduce((sum, time) => sum + time, 0) / 1000 }
    },
    async close() {
      await pool.end()
      await admin.end()
    },
  }
}

async function uploads(directory, token) {
  const target = {
    path: '/api/v1/assets',
    field: 'file',
    headers: { authorization: `Bearer ${token}` },
  }
  return Promise.all(
    SIZES.map(async (bytes) => {
      const file = `${directory}-${bytes}.txt`
      await writeFile(file, 'words '.repeat(bytes / 6))
      return formRequest(target, file, { name: 'words.txt' })
    }),
  )
}

/** Uploads per second, and what each costs: microseconds of processor time, bytes of the log. */
async function takeTurn({ load: own, backends }) {
  const amount = Math.max(connections, Math.round(UPLOADS * Number(values.scale)))
  const earlier = await backends()
  const cpu = process.cpuUsage()
  const { seconds } = await load.run({ ...own, amount })
  const { user, system } = process.cpuUsage(cpu)
  const later = await backends()
  const each = Object.entries(later).map(([member, value]) => [
    member,
    (value - earlier[member]) / amount,
  ])
  return { rate: amount / seconds, server: (user + system) / amount, ...Object.fromEntries(each) }
}

function report(database, samples) {
  const [baseline] = Object.keys(samples)
  for (const [member, what] of Object.entries(WHAT)) {
    if (samples[baseline][0][member] === undefined) continue
    const lines = Object.entries(samples).map(([name, own]) => {
      const ratios = own.map((sample, round) => sample[member] / samples[baseline][round][member])
      const sorted = ratios.toSorted((a, b) => a - b)
      const least = sorted[0].toFixed(3)
      const most = sorted.at(-1).toFixed(3)
      const ratio = `${least} / ${median(ratios).toFixed(3)} / ${most}`
      const middle = brief(median(own.map((sample) => sample[member])))
      return [name, { median: middle, [`to ${baseline}: least / median / most`]: ratio }]
    })
    console.log(`${database}, ${connections} at once: ${what}`)
    console.table(Object.fromEntries(lines))
  }
}
