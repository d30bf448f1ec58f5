import http from 'node:http'
import { exchange } from '../client/exchange.mjs'
import { contentOf } from './contents.mjs'
import { wrongOf } from './judge.mjs'

/** Each kind of request, and how often. */
const KINDS = {
  whole: 5,
  range: 5,
  head: 1,
  variant: 3,
  'if-none-match': 3,
  'if-match': 1,
  'if-range': 3,
  'if-modified-since': 2,
  'if-range by date': 2,
}

/** Reads the files until `stop`, so many at a time. Counts what was answered, and lists what was wrong. */
export function startReaders({ origin, token }, files, { readers, random }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: readers })
  const counts = {}
  const wrong = []
  let isOver = false
  const running = Array.from({ length: readers }, read)

  async function read() {
    const copies = new Map()
    while (!isOver) {
      const file = random.pick(files)
      const asked = requestOf(copies.get(file) ?? null, file.history, random)
      const from = file.history.now()
      const query = asked.kind === 'variant' ? '?variant=thumbnail' : ''
      const url = `${origin}/api/v1/files/${file.publicFileId}/content${query}`
      const { method, headers } = asked
      const answer = await exchange(url, { agent, token, method, headers })
      const what = wrongOf(answer, asked, file.history, from)
      if (what !== null) wrong.push(`${asked.kind}: ${answer.status} ${what}`)
      count(`${asked.kind} ${answer.status}`)
      if (answer.status === 200 && asked.kind !== 'variant') copies.set(file, copyOf(answer))
    }
  }

  function count(what) {
    counts[what] = (counts[what] ?? 0) + 1
  }

  return {
    counts,
    wrong,
    async stop() {
      isOver = true
      await Promise.all(running)
      agent.destroy()
    },
  }
}

/** What a client keeps of an answer. */
function copyOf({ headers }) {
  return { etag: headers.etag, lastModified: headers['last-modified'] }
}

function requestOf(copy, history, random) {
  const kind = random.weighted(KINDS)
  const { length } = contentOf(history.last).bytes
  const start = random.below(length)
  const end = start + 1 + random.below(length - start)
  const range = `bytes=${start}-${end - 1}`
  if (kind === 'range') return { kind, method: 'GET', headers: { range }, start, end }
  if (kind === 'head') return { kind, method: 'HEAD', headers: {} }
  if (kind === 'whole' || kind === 'variant') return { kind, method: 'GET', headers: {} }
  if (copy === null) return { kind: 'whole', method: 'GET', headers: {} }
  const { etag, lastModified } = copy
  const headers = {
    'if-none-match': { 'if-none-match': etag },
    'if-match': { 'if-match': etag },
    'if-range': { 'if-range': etag, range },
    'if-modified-since': { 'if-modified-since': lastModified },
    'if-range by date': { 'if-range': lastModified, range },
  }[kind]
  return { kind, method: 'GET', headers, copy, start, end }
}
