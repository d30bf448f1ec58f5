// Measures what the records of an upload, and a page of a list, cost on PostgreSQL with a million records. Compares
// them with autocommit inserts of the same row, with the same indexes, through the same pool. The rounds of both
// alternate. `npm run postgres`; set ROWS and SECONDS (of a round) for a quicker run.
import { postgres } from '@stowage/postgres'
import pg from 'pg'
import { startPostgres } from '../tooling/postgres-server.mjs'
import { fill } from './postgres/fill.mjs'
import { insertStatement, newRecord } from './postgres/records.mjs'

const ROWS = Number(process.env.ROWS ?? 1_000_000)
const SECONDS = Number(process.env.SECONDS ?? 4)
const ROUNDS = 5
const CLIENTS = 64
const PER_PAGE = 24
/** Keys that a store reserves at a time. */
const RESERVED_AT_ONCE = 128

const server = await startPostgres({
  max_connections: CLIENTS + 20,
  shared_buffers: '1GB',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
})
const pool = new pg.Pool({
  connectionString: server.url,
  max: CLIENTS,
})
pool.on('error', () => {})
try {
  const version = await pool.query('SHOW server_version')
  console.log(
    `PostgreSQL ${version.rows[0].server_version}, ${ROWS} assets, ${CLIENTS} connections\n`,
  )
  console.log(
    '| Tenants | autocommit inserts/s | uploads/s | ratio | first page | last page | ratio |',
  )
  console.log('|---|---|---|---|---|---|---|')
  for (const tenants of [1, 1000]) await measure(tenants)
} finally {
  await pool.end()
  await server.stop()
}

async function measure(tenants) {
  const schema = `bench_${tenants}`
  const metadata = await postgres({ pool, schema }).open()
  await fill(pool, { schema, tenants, rows: ROWS })
  const plain = insertStatement(schema)
  let seq = 2 ** 40

  const autocommit = async (client) => {
    seq += 1
    await pool.query(
      plain.text,
      plain.values(newRecord(), { tenantId: 1 + (client % tenants), seq }),
    )
  }
  const reserved = []
  let refilling = null
  const refill = () => {
    refilling ??= reserve().finally(() => {
      refilling = null
    })
    return refilling
  }
  const upload = async (client) => {
    // Reserves ahead of need, as a store does.
    if (reserved.length < RESERVED_AT_ONCE / 2) refill()
    while (reserved.length === 0) await refill()
    const asset = newRecord({ blobKey: reserved.pop() })
    const tenant = `tenant ${1 + (client % tenants)}`
    await metadata.assets.insert({ tenant, assets: [asset], keyId: null, quota: null })
  }
  async function reserve() {
    const keys = Array.from({ length: RESERVED_AT_ONCE }, () => newRecord().blobKey)
    await metadata.blobs.reserve(keys, { lifetime: 3_600_000 })
    reserved.push(...keys)
  }

  const rates = { autocommit: [], upload: [] }
  for (let round = -1; round < ROUNDS; round += 1) {
    const rate = { autocommit: await load(autocommit), upload: await load(upload) }
    // The first round warms up.
    if (round < 0) continue
    rates.autocommit.push(rate.autocommit)
    rates.upload.push(rate.upload)
  }
  const ratios = rates.upload.map((rate, round) => rate / rates.autocommit[round])

  const page = (offset) =>
    metadata.assets.list({ tenant: 'tenant 1', trashed: false, from: { offset }, limit: PER_PAGE })
  const { total } = await page(0)
  const last = Math.floor((total - 1) / PER_PAGE) * PER_PAGE
  const times = { first: [], last: [] }
  for (let round = 0; round < 1000; round += 1) {
    times.first.push(await timed(() => page(0)))
    times.last.push(await timed(() => page(last)))
  }
  const first = median(times.first.slice(200))
  const lastTime = median(times.last.slice(200))
  console.log(
    `| ${tenants} | ${median(rates.autocommit).toFixed(0)} | ${median(rates.upload).toFixed(0)} | ` +
      `${median(ratios).toFixed(2)} | ${first.toFixed(2)} ms | ${lastTime.toFixed(2)} ms | ${(lastTime / first).toFixed(2)} |`,
  )
  const busy = { first: [], last: [] }
  for (let round = 0; round < 3; round += 1) {
    busy.first.push(await load(() => page(0)))
    busy.last.push(await load(() => page(last)))
  }
  console.log(
    `  ${CLIENTS} at a time: ${median(busy.first).toFixed(0)} first pages/s, ${median(busy.last).toFixed(0)} last pages/s`,
  )
  await metadata.close()
  await pool.query(`DROP SCHEMA ${schema} CASCADE`)
}

/** Calls per second when the clients call `work` repeatedly. Each call gets its own number. */
async function load(work) {
  const started = performance.now()
  const until = started + SECONDS * 1000
  let calls = 0
  const client = async () => {
    while (performance.now() < until) {
      calls += 1
      await work(calls)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return calls / ((performance.now() - started) / 1000)
}

async function timed(work) {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}
