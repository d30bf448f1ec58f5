import { randomBytes } from 'node:crypto'
import { sha256Of } from '../crash/content.mjs'

/** Uploads to a server and reads what it took; remembers both. */
export function createClient() {
  /** By id: what was answered 201. */
  const stored = new Map()
  const statuses = {}
  let origin
  let headers
  let count = 0

  async function request(route, options = {}) {
    const response = await fetch(new URL(route, origin), {
      ...options,
      headers: { ...headers, ...options.headers },
    })
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) }
  }

  async function upload(size) {
    count += 1
    const bytes = count % 2 === 0 ? Buffer.alloc(size, `${count} `) : randomBytes(size)
    const form = new FormData()
    form.append('file', new Blob([bytes]), count % 2 === 0 ? `${count}.txt` : `${count}.bin`)
    const { status, body } = await request('/api/v1/assets', { method: 'POST', body: form })
    statuses[status] = (statuses[status] ?? 0) + 1
    const answer = JSON.parse(body)
    if (status === 201)
      stored.set(answer.data.id, { ...answer.data.attributes, sha256: sha256Of(bytes) })
    else if (answer.errors[0].code !== 'insufficient_storage') statuses[answer.errors[0].code] = 1
    return status
  }

  async function bulk(method, verb, ids) {
    const { status } = await request(`/api/v1/assets/${verb}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ asset_ids: ids }),
    })
    return status
  }

  return {
    stored,
    statuses,
    connect(to) {
      origin = to.origin
      headers = { authorization: `Bearer ${to.token}` }
    },
    upload,
    trash: (ids) => bulk('POST', 'bulk-trash', ids),
    purge: (ids) => bulk('DELETE', 'bulk-permanent', ids),
    readAll,
    /** What can be read and listed is exactly what was taken. Resolves to what is wrong. */
    compare: async () => [...(await readAll()), ...(await compareList())],
  }

  /** Reads everything that was taken, byte for byte. Resolves to what is wrong. */
  async function readAll() {
    const wrong = []
    for (const [id, { url, sha256 }] of stored) {
      const { status, body } = await request(new URL(url).pathname)
      if (status !== 200 || sha256Of(body) !== sha256) wrong.push(`${id}: ${status}`)
    }
    return wrong
  }

  async function compareList() {
    const listed = []
    for (let page = 1, last = 1; page <= last; page += 1) {
      const { status, body } = await request(`/api/v1/assets?per_page=100&page=${page}`)
      if (status !== 200) return [`list: ${status}`]
      const { data, meta } = JSON.parse(body)
      last = meta.last_page
      listed.push(...data.map(({ id }) => id))
      if (meta.total !== stored.size) return [`${meta.total} are listed, ${stored.size} were taken`]
    }
    const same = listed.sort().join() === [...stored.keys()].sort().join()
    return same ? [] : ['others are listed']
  }
}
