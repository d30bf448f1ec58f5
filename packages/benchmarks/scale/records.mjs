// Measures what the records of uploads with a thumbnail cost PostgreSQL with a million records: bytes in tables and
// indexes, bytes of its log, processor time by commit size.

import { postgres } from '@stowage/postgres'
import { newVariant } from '@stowage/testing'
import { fill } from '../postgres/fill.mjs'
import { newRecord } from '../postgres/records.mjs'
import { serverCpu } from './server-cpu.mjs'

const TENANTS = 1000
const SCHEMA = 'scale'
const RESERVED_AT_ONCE = 128
/** Keys of an upload: the file's, and its thumbnail's. */
const KEYS = 2
/** Records of a batch, and the number of their tenants. */
const BATCHES = [
  [1, 1],
  [16, 1],
  [16, 16],
  [128, 1],
  [128, 128],
  [500, 1],
  [500, 500],
]

export async function measureRecords({ pool, rows, seconds }) {
  const metadata = await postgres({ pool, schema: SCHEMA }).open()
  await fill(pool, { schema: SCHEMA, tenants: TENANTS, rows, plain: false })
  const filled = await relations(pool)
  const log = await logOfUploads(pool, metadata)
  const batches = await cpuOfBatches(pool, metadata, seconds)
  const thumbnail = await bytesOfThumbnail(pool, metadata)
  await metadata.close()
  await pool.query(`DROP SCHEMA ${SCHEMA} CASCADE`)
  return { filled, log, thumbnail, ...batches }
}

/** Bytes by table and index. */
async function relations(pool) {
  const { rows } = await pool.query(
    `SELECT relname AS name, relkind = 'i' AS index, pg_table_size(oid)::float8 AS bytes FROM pg_class
      WHERE relnamespace = to_regnamespace($1) AND relkind IN ('r', 'i') ORDER BY bytes DESC`,
    [SCHEMA],
  )
  return rows
}

/**
 * Bytes of the log for each upload that commits alone: for its records only, and with the pages that are written whole
 * the first time after a checkpoint, which happens to fewer and fewer uploads.
 */
async function logOfUploads(pool, metadata) {
  const run = async (fullPages, counts) => {
    await pool.query(`ALTER SYSTEM SET full_page_writes = ${fullPages ? 'on' : 'off'}`)
    await pool.query('SELECT pg_reload_conf()')
    await pool.query('CHECKPOINT')
    const begin = await position(pool)
    const keys = []
    const lines = []
    for (let done = 0; done < counts.at(-1); ) {
      if (keys.length < KEYS) keys.push(...(await reserve(metadata)))
      await insertKeys(metadata, keys.splice(0, KEYS), { tenants: 128, first: done })
      done += 1
      if (counts.includes(done))
        lines.push({ uploads: done, bytes: ((await position(pool)) - begin) / done })
    }
    return lines
  }
  // The run without page images comes first, so that the other begins with every page untouched.
  const [alone] = await run(false, [1000])
  const withPages = await run(true, [1000, 5000])
  await pool.query('ALTER SYSTEM RESET full_page_writes')
  await pool.query('SELECT pg_reload_conf()')
  return { alone: alone.bytes, withPages }
}

async function position(pool) {
  const { rows } = await pool.query(
    `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS bytes`,
  )
  return rows[0].bytes
}

/** Bytes by which a row grows when its asset has a thumbnail. */
async function bytesOfThumbnail(pool, metadata) {
  const [blobKey, thumbnail] = await reserve(metadata)
  const asset = newRecord({ blobKey, variants: [newVariant({ blobKey: thumbnail })] })
  await metadata.assets.insert({ tenant: 'tenant 1', assets: [asset], keyId: null, quota: null })
  const { rows } = await pool.query(
    `SELECT pg_column_size(variants) AS bytes FROM ${SCHEMA}.assets WHERE id = $1`,
    [asset.id],
  )
  return rows[0].bytes
}

/**
 * Seconds of the server's processor time: for a commit, for each record and each tenant in it, and for each reserved
 * key.
 */
async function cpuOfBatches(pool, metadata, seconds) {
  const measured = []
  for (const [records, tenants] of BATCHES) {
    const keys = []
    const until = performance.now() + seconds * 1000
    let [count, cpu] = [0, 0]
    while (performance.now() < until) {
      while (keys.length < records * KEYS * 20) keys.push(...(await reserve(metadata)))
      const before = await serverCpu(pool)
      for (let round = 0; round < 20; round += 1)
        await insertKeys(metadata, keys.splice(0, records * KEYS), { tenants })
      cpu += (await serverCpu(pool)) - before
      count += 20
    }
    measured.push({ records, tenants, cpu: cpu / count })
  }
  const before = await serverCpu(pool)
  const reservations = 400
  for (let count = 0; count < reservations; count += 1) await reserve(metadata)
  const reserved = ((await serverCpu(pool)) - before) / reservations / RESERVED_AT_ONCE
  return { batches: measured, fit: leastSquares(measured), cpuOfReserve: reserved }
}

/**
 * Inserts one batch: calls in the same turn of the event loop share a commit. Tenants take turns, starting with
 * `first`.
 */
async function insertKeys(metadata, keys, { tenants, first = 0 }) {
  const calls = Array.from({ length: keys.length / KEYS }, (_, index) => {
    const tenant = `tenant ${1 + ((first + index) % tenants)}`
    const [blobKey, thumbnail] = keys.slice(index * KEYS, (index + 1) * KEYS)
    const asset = newRecord({ blobKey, variants: [newVariant({ blobKey: thumbnail })] })
    return metadata.assets.insert({ tenant, assets: [asset], keyId: null, quota: null })
  })
  await Promise.all(calls)
}

async function reserve(metadata) {
  const keys = Array.from({ length: RESERVED_AT_ONCE }, () => newRecord().blobKey)
  await metadata.blobs.reserve(keys, { lifetime: 3_600_000 })
  return keys
}

/** `cpu = commit + record * records + tenant * tenants`, weighted so that relative errors count alike. */
function leastSquares(samples) {
  const size = 3
  const matrix = Array.from({ length: size }, () => new Array(size + 1).fill(0))
  for (const { records, tenants, cpu } of samples) {
    const row = [1 / cpu, records / cpu, tenants / cpu]
    for (let i = 0; i < size; i += 1) {
      for (let j = 0; j < size; j += 1) matrix[i][j] += row[i] * row[j]
      matrix[i][size] += row[i]
    }
  }
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j < size; j += 1) {
      if (i === j) continue
      const factor = matrix[j][i] / matrix[i][i]
      for (let k = i; k <= size; k += 1) matrix[j][k] -= factor * matrix[i][k]
    }
  }
  const [commit, record, tenant] = matrix.map((row, i) => Math.max(0, row[size] / row[i]))
  return { commit, record, tenant }
}
