// Measures what one instance asks of PostgreSQL and S3 for each verb of the API, and its own processor time for it.
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'

const BUCKET = 'stowage-scale'
const MIB = 1024 ** 2
/** Bytes of an upload: the size of most photos in an app once it has shrunk them. */
export const PHOTO = 200_000
/** Bytes of its thumbnail, 300 pixels wide; see docs/notes/picture-formats-and-speed.md. */
export const THUMBNAIL = 10_000
/** Calls of each verb, and how many at a time. */
const CALLS = 640
const AT_A_TIME = 32

export async function measureVerbs({ url, pool, ceph }) {
  const s3 = {
    endpoint: ceph.endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: ceph.accessKeyId, secretAccessKey: ceph.secretAccessKey },
  }
  const client = new S3Client(s3)
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }))
  client.destroy()
  const schema = 'scale_verbs'
  const settings = { url, s3, bucket: BUCKET, schema }
  try {
    const lines = await onInstance({ ...settings, thumbnail: 0 }, verbsOf)
    const [alone, together, ...others] = lines
    const thumbnails = await onInstance({ ...settings, thumbnail: THUMBNAIL }, uploadsOf)
    return [alone, together, ...thumbnails, ...others]
  } finally {
    await pool.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)
  }
}

/** Measures with its own instance. */
async function onInstance(settings, measure) {
  const staging = await mkdtemp(path.join(tmpdir(), 'stowage-scale-'))
  const instance = fork(fileURLToPath(new URL('instance.mjs', import.meta.url)), [
    JSON.stringify({ ...settings, staging }),
  ])
  try {
    const [{ origin, token }] = await once(instance, 'message')
    return await measure(meterOf(instance), apiOf(origin, token))
  } finally {
    instance.disconnect()
    await once(instance, 'exit')
    await rm(staging, { recursive: true })
  }
}

/** SOI, APP0, SOF0 of 1536 × 1024 pixels in three components, and SOS (ITU-T T.81, B.2). */
const JPEG_HEAD = Buffer.from(
  [
    'ffd8',
    'ffe0 0010 4a46494600 0101 00 0001 0001 00 00',
    'ffc0 0011 08 0400 0600 03 012200 021101 031101',
    'ffda 000c 03 0100 0211 0311 00 3f 00',
  ]
    .join('')
    .replaceAll(' ', ''),
  'hex',
)

/** The bytes of a JPEG up to its dimensions, then noise. */
function photo(size) {
  return new Blob([JPEG_HEAD, randomBytes(size - JPEG_HEAD.length)])
}

function apiOf(origin, token) {
  const headers = { authorization: `Bearer ${token}` }
  async function send(target, { status, ...init }) {
    const response = await fetch(`${origin}/api/v1/${target}`, {
      redirect: 'manual',
      ...init,
      headers: { ...headers, ...init.headers },
    })
    const body = await response.arrayBuffer()
    if (response.status !== status) throw new Error(`${target}: ${response.status}`)
    return body.byteLength > 0 ? () => JSON.parse(Buffer.from(body)) : () => null
  }
  const ids = (method, verb) => (asset_ids) =>
    send(`assets/${verb}`, {
      method,
      status: 204,
      body: JSON.stringify({ asset_ids }),
      headers: { 'content-type': 'application/json' },
    })
  return {
    async upload(size, count = 1) {
      const form = new FormData()
      const field = count === 1 ? 'file' : 'files[]'
      for (let file = 0; file < count; file += 1) form.append(field, photo(size), 'photo.jpg')
      const target = count === 1 ? 'assets' : 'assets/bulk-upload'
      const { data } = (await send(target, { method: 'POST', status: 201, body: form }))()
      if ([data].flat().some(({ attributes }) => attributes.width !== 1536))
        throw new Error('The photo was not taken for one.')
      return data
    },
    get: ({ id }) => send(`assets/${id}`, { status: 200 }),
    list: (page) => send(`assets?page=${page}`, { status: 200 }),
    download: (asset) => send(asset.attributes.download_url.split('/api/v1/')[1], { status: 302 }),
    trash: ids('POST', 'bulk-trash'),
    restore: ids('POST', 'bulk-restore'),
    purge: ids('DELETE', 'bulk-permanent'),
  }
}

/** Measures calls of one kind: what one call asks of PostgreSQL, S3 and the instance. */
function meterOf(instance) {
  const usage = async () => {
    instance.send('usage')
    const [answer] = await once(instance, 'message')
    return answer
  }
  return async (name, calls, atATime, call) => {
    const before = await usage()
    let next = 0
    const worker = async () => {
      while (next < calls) await call(next++)
    }
    await Promise.all(Array.from({ length: atATime }, worker))
    const after = await usage()
    const requests = Object.entries(after.requests)
      .map(([command, count]) => [command, (count - (before.requests[command] ?? 0)) / calls])
      .filter(([, count]) => count > 0)
    return {
      name,
      statements: (after.statements - before.statements) / calls,
      requests,
      cpu: (after.cpu - before.cpu) / calls,
    }
  }
}

/** Uploads with a thumbnail. */
async function uploadsOf(meter, api) {
  await warmUp(api)
  for (let count = 0; count < 64; count += 1) await api.upload(PHOTO)
  const name = `upload of 200 kB, with a thumbnail of 10 kB, ${AT_A_TIME} at a time`
  const line = await meter(name, CALLS, AT_A_TIME, () => api.upload(PHOTO))
  const puts = new Map(line.requests).get('PutObject')
  if (puts !== 2) throw new Error(`An upload with a thumbnail took ${puts} PutObject.`)
  return [line]
}

/** Also makes the store reserve keys. */
function warmUp(api) {
  return Promise.all(Array.from({ length: 200 }, () => api.upload(1000)))
}

/** Every verb, without thumbnails. */
async function verbsOf(meter, api) {
  const lines = []
  const verb = async (...call) => lines.push(await meter(...call))
  const assets = await warmUp(api)
  const tens = []
  const keep = async (uploading) => assets.push(await uploading)
  await verb('upload of 200 kB, one after the other', 64, 1, () => keep(api.upload(PHOTO)))
  await verb(`upload of 200 kB, ${AT_A_TIME} at a time`, CALLS, AT_A_TIME, () =>
    keep(api.upload(PHOTO)),
  )
  await verb('upload of 20 MiB', 16, 2, () => keep(api.upload(20 * MIB)))
  await verb('upload of 10 files of 20 kB', 32, 4, async () => {
    tens.push((await api.upload(20_000, 10)).map(({ id }) => id))
  })
  await verb('get', CALLS, AT_A_TIME, (n) => api.get(assets[n % assets.length]))
  await verb('list, a page of 24', CALLS, AT_A_TIME, (n) => api.list(1 + (n % 20)))
  await verb('download, 302 to S3', CALLS, AT_A_TIME, (n) =>
    api.download(assets[n % assets.length]),
  )
  await verb('trash 10', tens.length, 4, (n) => api.trash(tens[n]))
  await verb('restore 10', tens.length, 4, (n) => api.restore(tens[n]))
  await Promise.all(tens.map(api.trash))
  await verb('purge 10', tens.length, 4, (n) => api.purge(tens[n]))
  return lines
}
