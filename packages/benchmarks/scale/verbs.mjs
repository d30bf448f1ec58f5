// What one instance asks of PostgreSQL and S3 for each verb of the API, and its own processor time for it.
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
/** Uploads of the size that most photos of an app have once it has shrunk them. */
const PHOTO = 200_000
/** Of each verb, and at a time. */
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
  const staging = await mkdtemp(path.join(tmpdir(), 'stowage-scale-'))
  const schema = 'scale_verbs'
  const settings = JSON.stringify({ url, s3, bucket: BUCKET, staging, schema })
  const instance = fork(fileURLToPath(new URL('instance.mjs', import.meta.url)), [settings])
  try {
    const [{ origin, token }] = await once(instance, 'message')
    return await measured(instance, apiOf(origin, token))
  } finally {
    instance.disconnect()
    await once(instance, 'exit')
    await rm(staging, { recursive: true })
    await pool.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)
  }
}

/** The bytes of a JPEG as far as its size, and noise for the rest. */
function photo(size) {
  const head = Buffer.from(
    'ffd8ffe000104a46494600010100000100010000ffc0001108040006000301220002110103110',
    'hex',
  )
  return new Blob([head, randomBytes(size - head.length)])
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
      return (await send(target, { method: 'POST', status: 201, body: form }))().data
    },
    get: ({ id }) => send(`assets/${id}`, { status: 200 }),
    list: (page) => send(`assets?page=${page}`, { status: 200 }),
    download: (asset) => send(asset.attributes.download_url.split('/api/v1/')[1], { status: 302 }),
    trash: ids('POST', 'bulk-trash'),
    restore: ids('POST', 'bulk-restore'),
    purge: ids('DELETE', 'bulk-permanent'),
  }
}

async function measured(instance, api) {
  const lines = []
  const assets = []
  const tens = []
  const usage = async () => {
    instance.send('usage')
    const [answer] = await once(instance, 'message')
    return answer
  }
  async function verb(name, calls, atATime, call) {
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
    lines.push({
      name,
      statements: (after.statements - before.statements) / calls,
      requests,
      cpu: (after.cpu - before.cpu) / calls,
    })
  }
  const keep = async (uploading) => assets.push(await uploading)
  // Warms up, and has keys reserved.
  await Promise.all(Array.from({ length: 200 }, () => keep(api.upload(1000))))
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
