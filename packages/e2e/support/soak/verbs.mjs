import { randomUUID } from 'node:crypto'
import { contentOf, sha256Of } from '../crash/content.mjs'
import { multipart } from './request.mjs'

const API = '/media/api/v1'
/** About as many assets as there are at a time. */
const KEPT = 400
const LARGE = 700_000

const WEIGHTS = {
  upload: 12,
  large: 2,
  many: 3,
  abortUpload: 4,
  list: 8,
  get: 8,
  read: 14,
  range: 4,
  thumbnail: 6,
  abortRead: 3,
  update: 4,
  trash: 6,
  restore: 2,
  purge: 5,
  withoutKey: 1,
  unknown: 1,
  malformed: 1,
}

/** What one lane of a client does: one request of a random kind at each call. */
export function createVerbs({ requester, random, shelf, counts }) {
  const file = (size) => {
    const { bytes, sha256 } = contentOf(randomUUID(), size, null)
    return { name: 'soak.txt', bytes, sha256 }
  }
  const small = () => file(random.between(0, 30_000))
  const large = () => file(random.between(LARGE, 2 * LARGE))
  const json = (method, value) => ({
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  })

  function note(status, expected, what) {
    counts.statuses[status] = (counts.statuses[status] ?? 0) + 1
    if (!expected.includes(status)) counts.unexpected.push(`${status} ${what}`)
  }

  async function send(route, options, expected) {
    const answer = await requester.send(`${API}${route}`, options)
    note(
      answer.status,
      expected,
      `${options?.method ?? 'GET'} ${route} ${answer.bytes.slice(0, 300)}`,
    )
    return answer
  }

  async function upload(route, field, files) {
    const { status, bytes } = await send(route, multipart(field, files), [201])
    if (status !== 201) return
    const stored = [JSON.parse(bytes).data].flat()
    for (const [index, { id, attributes }] of stored.entries()) {
      const { pathname } = new URL(attributes.url)
      shelf.active.push({ id, sha256: files[index].sha256, url: pathname.slice(API.length) })
    }
  }

  function take(list, most) {
    const count = Math.min(list.length, random.between(1, most))
    return Array.from({ length: count }, () => {
      const [asset] = list.splice(random.between(0, list.length - 1), 1)
      return asset
    })
  }

  async function move(method, verb, from, to, most = 5) {
    const assets = take(from, most)
    if (assets.length === 0) return
    const ids = { asset_ids: assets.map(({ id }) => id) }
    const { status } = await send(`/assets/${verb}`, json(method, ids), [204])
    if (status === 204) to?.push(...assets)
  }

  /** Others may trash it meanwhile. */
  async function fetchOne(routeOf, expected, options) {
    const asset = random.pick(shelf.active)
    if (asset === undefined) return
    const { status, bytes } = await send(routeOf(asset), options, [...expected, 404])
    return { asset, status, bytes }
  }

  const verbs = {
    upload: () => upload('/assets', 'file', [small()]),
    large: () => upload('/assets', 'file', [large()]),
    many: () => upload('/assets/bulk-upload', 'files[]', [small(), small(), small()]),
    async abortUpload() {
      const parts = multipart('file', [random.chance(0.5) ? large() : small()])
      await requester.breakOff(`${API}/assets`, parts, random.between(1, parts.body.length - 1))
    },
    list: () => send(`/assets?per_page=20&page=${random.between(1, 5)}`, {}, [200]),
    get: () => fetchOne(({ id }) => `/assets/${id}`, [200]),
    async read() {
      const read = await fetchOne(({ url }) => url, [200])
      if (read?.status === 200 && sha256Of(read.bytes) !== read.asset.sha256) {
        counts.unexpected.push(`${read.asset.id}: other bytes`)
      }
    },
    range: () => fetchOne(({ url }) => url, [206, 416], { headers: { range: 'bytes=10-99' } }),
    thumbnail: () => fetchOne(({ url }) => `${url}?variant=thumbnail`, [200]),
    async abortRead() {
      const asset = random.pick(shelf.active)
      if (asset === undefined) return
      const status = await requester.lookInto(`${API}${asset.url}`)
      note(status, [200, 404], 'broken off')
    },
    async update() {
      const [asset] = take(shelf.active, 1)
      if (asset === undefined) return
      const attributes = { is_favourite: random.chance(0.5) }
      const body = { data: { type: 'assets', id: asset.id, attributes } }
      await send(`/assets/${asset.id}`, json('PATCH', body), [200])
      shelf.active.push(asset)
    },
    trash: () => move('POST', 'bulk-trash', shelf.active, shelf.trashed),
    restore: () => move('POST', 'bulk-restore', shelf.trashed, shelf.active),
    purge: () => move('DELETE', 'bulk-permanent', shelf.trashed, null),
    withoutKey: () => send('/assets', { key: '' }, [401]),
    unknown: () => send(`/assets/${randomUUID()}`, {}, [404]),
    malformed: () => send('/assets', { ...multipart('file', []), body: '--x' }, [400]),
  }

  return {
    async perform() {
      const weights = { ...WEIGHTS }
      if (shelf.active.length > KEPT) Object.assign(weights, { trash: 12, restore: 0 })
      if (shelf.trashed.length > KEPT / 4) Object.assign(weights, { purge: 12 })
      const verb = random.weighted(weights)
      await verbs[verb]()
      counts.requests += 1
      counts.verbs[verb] = (counts.verbs[verb] ?? 0) + 1
    },
    async purgeAll() {
      while (shelf.active.length > 0) {
        await move('POST', 'bulk-trash', shelf.active, shelf.trashed, 100)
      }
      while (shelf.trashed.length > 0) {
        await move('DELETE', 'bulk-permanent', shelf.trashed, null, 100)
      }
    },
  }
}
