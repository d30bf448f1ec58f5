import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'

/** Twice what Next hands on behind a proxy of its own. */
const LARGE = 20_000_000

/** Bodies that the proxy cuts are refused, and change nothing. Drives an app as `drive` does. */
export async function driveCut(client, { send }) {
  const asset = await client.upload(new Blob(['as it was']), { name: 'kept.txt' })
  const before = await stateOf(client, asset)
  const bytes = randomBytes(LARGE)
  const answers = await sendLarge(send, asset, bytes)
  for (const [name, { status, json }] of Object.entries(answers)) {
    const [error] = json.errors ?? []
    deepEqual([name, status, error?.code], [name, 400, 'malformed_request'])
    match(error.detail, /ended early/)
  }
  const inChunks = await sendInChunks(send, asset, bytes)
  deepEqual([inChunks.status, inChunks.json.errors?.[0].code], [422, 'digest_mismatch'])
  deepEqual(await stateOf(client, asset), before)
  return Object.entries(answers)
    .map(([name, { json }]) => `${name}: ${json.errors[0].detail}`)
    .join(' ')
}

/** The same bodies are stored whole. */
export async function driveWhole(client, { send }) {
  const asset = await client.upload(new Blob(['as it was']), { name: 'replaced.txt' })
  const bytes = randomBytes(LARGE)
  const answers = await sendLarge(send, asset, bytes)
  for (const [name, { status, json }] of Object.entries(answers)) {
    ok(status === 200 || status === 201, `${name}: ${status} ${JSON.stringify(json)}`)
    equal(json.data.attributes.size, bytes.length, name)
    ok((await contentOf(client, json.data)).equals(bytes), `${name}: other bytes`)
  }
  equal(answers.PUT.json.data.id, asset.id)
  return `${bytes.length} bytes by ${Object.keys(answers).join(' and ')}`
}

/** Both announce their length. */
async function sendLarge(send, { id }, bytes) {
  const form = new FormData()
  form.append('file', new File([bytes], 'large.bin'))
  return {
    PUT: await send('PUT', `assets/${id}/content`, bytes),
    POST: await send('POST', 'assets', form),
  }
}

/** No length says how much should come, only the digest that all of it was meant. */
function sendInChunks(send, { id }, bytes) {
  const digest = createHash('sha256').update(bytes).digest('base64')
  const headers = { 'content-digest': `sha-256=:${digest}:` }
  return send('PUT', `assets/${id}/content`, new Blob([bytes]).stream(), headers)
}

async function stateOf(client, { id }) {
  const { attributes, meta } = await client.get(id, { with_meta: '1' })
  const content = (await contentOf(client, { attributes })).toString()
  return { attributes, meta, content, total: (await client.list()).meta.total }
}

async function contentOf(client, { attributes }) {
  return Buffer.from(await (await client.content(attributes.public_file_id)).arrayBuffer())
}
