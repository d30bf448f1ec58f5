import { createHash, randomBytes, randomInt } from 'node:crypto'

/** Clients that upload, read, list, rename, trash and purge until `end`, and remember what they were told. */
export function createLoad(origin, token, settled) {
  const live = new Map(settled.map((file) => [file.id, file]))
  const gone = new Set()
  const uncertain = new Set()
  const unexpected = []
  const counts = { reads: 0, writes: 0, refused: 0 }
  const refusals = []
  let running = true
  let number = 0

  async function send(route, options = {}) {
    const headers = { authorization: `Bearer ${token}`, ...options.headers }
    return fetch(new URL(route, origin), { ...options, headers })
  }

  /** Resolves to the answer of a write; `null` when it was refused for the moment. */
  async function write(route, options) {
    counts.writes += 1
    const response = await send(route, options)
    if (response.ok) return response
    const answer = await response.text()
    if (response.status === 503 && response.headers.has('retry-after')) {
      counts.refused += 1
      refusals.push(performance.now())
    } else unexpected.push(`${options.method} ${route}: ${response.status} ${answer}`)
    return null
  }

  const json = (method, body) => ({
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

  async function upload() {
    const bytes = randomBytes(number % 50 === 0 ? 300_000 : 500)
    number += 1
    const form = new FormData()
    form.set('file', new Blob([bytes]), `load-${number}.bin`)
    const response = await write('/api/v1/assets', { method: 'POST', body: form })
    if (response === null) return
    const { data } = await response.json()
    live.set(data.id, { ...fileOf(data), sha256: digest(bytes) })
  }

  async function read() {
    counts.reads += 1
    const file = anyOf(live)
    if (file === undefined) return
    const response = await send(file.path)
    const bytes = Buffer.from(await response.arrayBuffer())
    if (uncertain.has(file.id) || !live.has(file.id)) return
    if (response.status !== 200 || digest(bytes) !== file.sha256) {
      unexpected.push(`GET ${file.path}: ${response.status}, ${bytes.length} bytes`)
    }
  }

  async function list() {
    counts.reads += 1
    const response = await send(`/api/v1/assets?page=${randomInt(1, 50)}&per_page=50`)
    if (response.status !== 200) unexpected.push(`GET a list: ${response.status}`)
    await response.arrayBuffer()
  }

  async function rename() {
    const file = anyOf(live)
    if (file === undefined) return
    number += 1
    const name = `renamed-${number}.bin`
    const attributes = { name }
    live.delete(file.id)
    const body = { data: { type: 'assets', id: file.id, attributes } }
    const response = await write(`/api/v1/assets/${file.id}`, json('PATCH', body))
    const changed = response === null ? {} : fileOf((await response.json()).data)
    live.set(file.id, { ...file, ...changed })
  }

  async function purge() {
    const file = anyOf(live)
    if (file === undefined) return
    live.delete(file.id)
    const ids = { asset_ids: [file.id] }
    const trashed = await write('/api/v1/assets/bulk-trash', json('POST', ids))
    if (trashed === null) return void live.set(file.id, file)
    const purged = await write('/api/v1/assets/bulk-permanent', json('DELETE', ids))
    if (purged === null) uncertain.add(file.id)
    else gone.add(file.id)
  }

  const turns = [upload, read, read, list, read, upload, rename, read, purge, read]
  async function lane(first) {
    for (let turn = first; running; turn += 1) {
      try {
        await turns[turn % turns.length]()
      } catch (error) {
        unexpected.push(String(error.stack))
      }
    }
  }
  const lanes = [0, 3, 5, 8].map(lane)

  return {
    async end() {
      running = false
      await Promise.all(lanes)
      const outage = refusals.length === 0 ? 0 : refusals.at(-1) - refusals[0]
      return { live, gone, uncertain, unexpected, counts, outage: Math.round(outage) }
    },
  }
}

/** What must never change in an asset of the API, and its name. */
export function fileOf({ id, attributes }) {
  return {
    id,
    name: attributes.name,
    path: new URL(attributes.url).pathname,
    createdAt: attributes.created_at,
    updatedAt: attributes.updated_at,
  }
}

export function digest(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}

function anyOf(map) {
  let skip = map.size === 0 ? 0 : randomInt(map.size)
  for (const value of map.values()) if (skip-- === 0) return value
}
