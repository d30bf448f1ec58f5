import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { ListMultipartUploadsCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3'
import { createAssetStore } from '@stowage/core'
import { systemClock } from '@stowage/core/ports'
import pg from 'pg'
import { sha256Of } from '../crash/content.mjs'
import { BUCKET, createBlobs, GRACE, openPorts, s3Client } from './places.mjs'

const API = '/api/v1'
const HOUR = 3600_000_000
const LANES = 8

/**
 * What is wrong with one instance's answers, as sentences. `present` is what is there by `listAll`, of which
 * all must be given whole.
 */
export async function readThrough(balancer, index, { active, trashed, purged }) {
  const wrong = []
  const answerOf = (route) => balancer.sendTo(index, route)
  const jobs = [
    ...active.map(({ route, sha256, size }) => async () => {
      const { status, bytes = '' } = await answerOf(route)
      if (status !== 200 || bytes.length !== size || sha256Of(bytes) !== sha256) {
        wrong.push(`${route}: ${status}, ${bytes.length} of ${size} bytes`)
      }
    }),
    ...[...trashed, ...purged].flatMap(({ id, route }) =>
      [route, `${API}/assets/${id}`].map((hidden) => async () => {
        const { status } = await answerOf(hidden)
        if (status !== 404) wrong.push(`${hidden}: ${status}, should be gone or in the trash`)
      }),
    ),
  ].values()
  const lane = async () => {
    for (const job of jobs) await job()
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return wrong
}

/** All assets of a list as one instance gives them, page by page, and its total. */
export async function listAll(balancer, index, trashed) {
  const found = []
  let total
  for (let page = 1, last = 1; page <= last; page += 1) {
    const filter = trashed ? '&filter[trashed]=only' : ''
    const { bytes } = await balancer.sendTo(
      index,
      `${API}/assets?per_page=100&page=${page}${filter}`,
    )
    const { data, meta } = JSON.parse(bytes)
    total = meta.total
    last = meta.last_page
    for (const { id, attributes } of data) {
      const { name, size, url } = attributes
      found.push({ id, name, size, route: new URL(url).pathname })
    }
  }
  return { found, total }
}

/** Sweeps as the instances would in the hours to come. No other process may use the store. */
export async function recover(places, names) {
  const now = systemClock()
  let hours = 1
  const clock = () => now() + hours * HOUR
  const { metadata, blobs } = await openPorts(places, 'inspection', clock)
  const errors = []
  const stagings = names.map((name) => createBlobs(places, name).staging)
  const store = createAssetStore({
    metadata,
    blobs,
    staging: { ...blobs.staging, sweep: () => sweepNow(stagings) },
    grace: GRACE,
    sweepEvery: false,
    clock,
    onError: (error) => errors.push(String(error.stack)),
  })
  try {
    let swept = 0
    let unfinished = 0
    for (; hours <= 3; hours += 1) {
      const { blobs, stagingFiles, skipped } = await store.maintenance.sweep()
      if (skipped) errors.push('A sweep was left to a process that is dead.')
      swept += blobs
      unfinished += stagingFiles
    }
    const { problems } = await store.maintenance.verify()
    return { swept, unfinished, problems, errors }
  } finally {
    await store.close()
  }
}

/** Time has not passed for S3 and for the disks. */
async function sweepNow(stagings) {
  let count = 0
  for (const staging of stagings) count += await staging.sweep(0)
  return count
}

/** What is left that nobody will ever use, and what disagrees, as sentences; counted past the port. */
export async function leftovers({ postgresUrl, schema, s3, directory }) {
  const left = []
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  const rows = async (text) => (await client.query(text.replaceAll('$', `"${schema}".`))).rows
  const [recount] = await rows(`SELECT
    (SELECT count(*) FROM $assets WHERE trashed_at IS NULL) AS live,
    (SELECT count(*) FROM $assets WHERE trashed_at IS NOT NULL) AS trash,
    (SELECT coalesce(sum(size), 0) FROM $assets) AS bytes`)
  const [kept] = await rows(
    'SELECT sum(live) AS live, sum(trash) AS trash, sum(bytes) AS bytes FROM $tenants',
  )
  if (JSON.stringify(kept) !== JSON.stringify(recount)) {
    left.push(`kept ${JSON.stringify(kept)}, counted ${JSON.stringify(recount)}`)
  }
  const levels = await rows('SELECT list, level, sum(n) AS n FROM $counts GROUP BY list, level')
  for (const { list, level, n } of levels) {
    const counted = list === 0 ? recount.live : recount.trash
    if (n !== counted) left.push(`level ${level} of list ${list} counts ${n} of ${counted}`)
  }
  const keys = (await rows('SELECT blob_key FROM $assets')).map(({ blob_key }) => blob_key)
  const blobs = await rows('SELECT key, state FROM $blobs')
  const reserved = blobs.filter(({ state }) => state !== 4)
  if (reserved.length > 0) left.push(`${reserved.length} keys are reserved or claimed`)
  left.push(
    ...differences(
      'row of a blob',
      keys,
      blobs.map(({ key }) => key),
    ),
  )
  const leases = await rows('SELECT name FROM $leases')
  if (leases.length > 0) left.push(`leases: ${leases.map(({ name }) => name)}`)
  await client.end()

  const bucket = s3Client(s3)
  const Prefix = `${schema}/`
  const objects = []
  for await (const { Contents = [] } of paginateListObjectsV2(
    { client: bucket },
    { Bucket: BUCKET, Prefix },
  )) {
    objects.push(...Contents.map(({ Key }) => Key.slice(Key.lastIndexOf('/') + 1)))
  }
  left.push(...differences('object', keys, objects))
  const { Uploads = [] } = await bucket.send(
    new ListMultipartUploadsCommand({ Bucket: BUCKET, Prefix }),
  )
  if (Uploads.length > 0) left.push(`${Uploads.length} multipart uploads are not finished`)
  bucket.destroy()
  return { left, counts: { ...recount, objects: objects.length }, staged: await staged(directory) }
}

function differences(what, expected, found) {
  const [wanted, there] = [new Set(expected), new Set(found)]
  const missing = expected.filter((key) => !there.has(key))
  const beyond = found.filter((key) => !wanted.has(key))
  return [
    ...missing.map((key) => `no ${what} ${key}`),
    ...beyond.map((key) => `a ${what} of nobody: ${key}`),
  ]
}

/** Files that wait on the disks of the instances. */
async function staged(directory) {
  const names = await readdir(directory)
  const each = names.map((name) => readdir(path.join(directory, name, 'staging')).catch(() => []))
  return (await Promise.all(each)).flat().length
}
