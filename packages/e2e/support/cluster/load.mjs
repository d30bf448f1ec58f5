import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { contentOf, sha256Of } from '../crash/content.mjs'
import { multipart } from '../soak/request.mjs'

const API = '/api/v1'
const MIB = 1024 ** 2
const KEPT = 40
/** Milliseconds that a client waits after 503: sooner than it was told, to see when the cluster is back. */
const PAUSE = 150

const WEIGHTS = {
  upload: 10,
  staged: 2,
  large: 1,
  many: 3,
  keyed: 8,
  twins: 2,
  list: 6,
  get: 6,
  read: 14,
  range: 5,
  slow: 1.5,
  hidden: 2,
  gone: 3,
  trash: 6,
  restore: 3,
  purge: 4,
}

/** Clients that never insist, so that each kind of request is under way at any time. */
const STEADY = [{ list: 1 }, { upload: 1, read: 20 }, { upload: 1 }]
/** Milliseconds that such a client rests between its requests. */
const REST = 30

/** Clients that do all that a client can do, through a balancer, until `end`. Each has assets that only it changes. */
export function createLoad({ balancer, instances, ledger, random, lanes }) {
  let running = true
  const shelves = []
  const clients = [...Array.from({ length: lanes }, () => null), ...STEADY].map((steady) => {
    const shelf = { active: [], trashed: [] }
    shelves.push(shelf)
    return runClient(createClient({ balancer, instances, ledger, random, shelf }), steady)
  })

  async function runClient({ verbs, shelf }, steady) {
    while (running) {
      const full = shelf.active.length > KEPT && { trash: 15, restore: 1 }
      const weights = steady ?? { ...WEIGHTS, ...full }
      if (steady !== null) await sleep(REST)
      const verb = random.weighted(weights)
      try {
        await verbs[verb]()
      } catch (error) {
        ledger.fault(verb, error.stack)
      }
    }
  }

  return {
    /** Resolves to what must be there, and be in the trash. */
    async end() {
      running = false
      await Promise.all(clients)
      return {
        active: shelves.flatMap(({ active }) => active),
        trashed: shelves.flatMap(({ trashed }) => trashed),
      }
    },
  }
}

function createClient({ balancer, instances, ledger, random, shelf }) {
  const fileOf = (size) => {
    const name = `${randomUUID()}.txt`
    return { name, ...contentOf(name, size, null) }
  }
  const small = () => fileOf(random.between(1, 30_000))
  const files = (count) => Array.from({ length: count }, small)
  const json = (method, value) => ({
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  })

  /** `null` when the cluster was in trouble, or the answer is another than one of those expected. */
  function judge(verb, answer, expected) {
    if (expected.includes(answer.status)) {
      ledger.acknowledge(verb)
      return answer
    }
    if (!ledger.isRefusal(verb, answer)) {
      ledger.fault(verb, `${answer.status} ${String(answer.bytes).slice(0, 300)}`)
    }
    return null
  }

  async function ask(verb, route, options, expected) {
    const answer = judge(verb, await balancer.send(route, options), expected)
    if (answer === null) await sleep(PAUSE)
    return answer
  }

  /** As a client does that must know: asks again until there is an answer. */
  async function insist(verb, route, options, expected) {
    const before = ledger.unexpected.length
    while (ledger.unexpected.length === before) {
      const answer = await ask(verb, route, options, expected)
      if (answer !== null) return answer
    }
    throw new Error('There was no answer before something unexpected happened.')
  }

  function uploadOf(list, headers = {}) {
    const form = list.length === 1 ? multipart('file', list) : multipart('files[]', list)
    const route = list.length === 1 ? `${API}/assets` : `${API}/assets/bulk-upload`
    return [route, { ...form, headers: { ...form.headers, ...headers } }]
  }

  function shelve({ bytes }, list) {
    const stored = [JSON.parse(bytes).data].flat()
    for (const [index, { id, attributes }] of stored.entries()) {
      const { name, sha256, size } = list[index]
      const route = new URL(attributes.url).pathname
      shelf.active.push({ id, name, route, sha256, size })
    }
  }

  async function upload(verb, list) {
    const answer = await ask(verb, ...uploadOf(list), [201])
    if (answer === null) ledger.unknownUploads.push(list.map(named))
    else shelve(answer, list)
  }

  /** Sometimes once more after it has succeeded: the same assets, wherever it is asked. */
  async function uploadWithKey(verb, list) {
    const request = uploadOf(list, { 'idempotency-key': randomUUID() })
    const answer = await insist(verb, ...request, [201])
    shelve(answer, list)
    if (random.chance(0.3)) sameIds(verb, answer, await insist('repeat', ...request, [201]))
  }

  async function uploadTwice(list) {
    const request = uploadOf(list, { 'idempotency-key': randomUUID() })
    const first = random.below(instances)
    const both = await Promise.all([
      balancer.sendTo(first, ...request),
      balancer.sendTo((first + 1) % instances, ...request),
    ])
    const answered = both.filter((one) => one !== null && judge('twins', one, [201]) !== null)
    const [answer, other] =
      answered.length > 0 ? answered : [await insist('twins', ...request, [201])]
    shelve(answer, list)
    if (other !== undefined) sameIds('twins', answer, other)
  }

  function sameIds(verb, one, other) {
    const [ids, others] = [one, other].map(({ bytes }) =>
      [JSON.parse(bytes).data].flat().map(({ id }) => id),
    )
    if (ids.join() !== others.join()) ledger.fault(verb, `stored twice: ${ids} ${others}`)
  }

  /** Moves some assets. Who does not insist may never know. */
  async function move(verb, [method, name], [from, before], [to, after]) {
    const assets = take(from, 4)
    if (assets.length === 0) return
    const request = [
      `${API}/assets/${name}`,
      json(method, { asset_ids: assets.map(({ id }) => id) }),
    ]
    const answer = await (random.chance(0.8) ? insist : ask)(verb, ...request, [204])
    if (answer === null) ledger.unsure.push({ assets, states: [before, after] })
    else to.push(...assets)
  }

  function take(list, most) {
    const count = Math.min(list.length, random.between(1, most))
    return Array.from({ length: count }, () => list.splice(random.below(list.length), 1)[0])
  }

  const { active, trashed } = shelf
  const verbs = {
    upload: () => upload('upload', [small()]),
    staged: () => upload('upload', [fileOf(random.between(300_000, 2 * MIB))]),
    large: () => upload('upload large', [fileOf(random.between(9 * MIB, 12 * MIB))]),
    many: () => upload('bulk upload', files(random.between(2, 5))),
    keyed: () => uploadWithKey('upload with key', files(random.chance(0.7) ? 1 : 3)),
    twins: () => uploadTwice(files(random.chance(0.7) ? 1 : 2)),
    async list() {
      const route = `${API}/assets?per_page=20&page=${random.between(1, 20)}`
      const answer = await ask('list', route, {}, [200])
      if (answer === null) return
      const { data, meta } = JSON.parse(answer.bytes)
      const ids = new Set(data.map(({ id }) => id))
      if (ids.size !== data.length || meta.total < (meta.to ?? 0)) {
        ledger.fault('list', `${ids.size} of ${data.length} differ, ${JSON.stringify(meta)}`)
      }
    },
    async get() {
      if (active.length === 0) return
      const { id, name } = random.pick(active)
      const answer = await ask('get', `${API}/assets/${id}`, {}, [200])
      if (answer && JSON.parse(answer.bytes).data.attributes.name !== name) {
        ledger.fault('get', `another asset than ${id}`)
      }
    },
    async read() {
      if (active.length === 0) return
      const { route, sha256 } = random.pick(active)
      const answer = await ask('read', route, {}, [200])
      if (answer && sha256Of(answer.bytes) !== sha256) {
        ledger.fault('read', `${route}: other bytes, ${answer.bytes.length}`)
      }
    },
    /** Long enough for a server to go away in between. */
    async slow() {
      const large = active.filter(({ size }) => size > MIB)
      if (large.length === 0) return
      const { route, sha256 } = random.pick(large)
      const answer = await ask('slow read', route, { pace: 20 }, [200])
      if (answer && sha256Of(answer.bytes) !== sha256) {
        ledger.fault('slow read', `${route}: other bytes, ${answer.bytes.length}`)
      }
    },
    async range() {
      if (active.length === 0) return
      const { route, name, size } = random.pick(active)
      const start = random.below(size)
      const end = Math.min(size, start + random.between(1, 100_000))
      const headers = { range: `bytes=${start}-${end - 1}` }
      const answer = await ask('range', route, { headers }, [206])
      if (answer === null) return
      const { bytes } = contentOf(name, size, null)
      if (!bytes.subarray(start, end).equals(answer.bytes)) {
        ledger.fault('range', `${route} ${headers.range}: other bytes`)
      }
    },
    async hidden() {
      if (trashed.length > 0) await ask('gone', random.pick(trashed).route, {}, [404])
    },
    async gone() {
      if (ledger.purged.length === 0) return
      const { id, route } = random.pick(ledger.purged)
      await ask('gone', random.chance(0.5) ? route : `${API}/assets/${id}`, {}, [404])
    },
    trash: () => move('trash', ['POST', 'bulk-trash'], [active, 'active'], [trashed, 'trashed']),
    restore: () =>
      move('restore', ['POST', 'bulk-restore'], [trashed, 'trashed'], [active, 'active']),
    purge: () =>
      move('purge', ['DELETE', 'bulk-permanent'], [trashed, 'trashed'], [ledger.purged, 'purged']),
  }
  return { verbs, shelf }
}

function named({ name, sha256, size }) {
  return { name, sha256, size }
}
