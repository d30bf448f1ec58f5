// What the fuzzer sends its cases to. Each target: `send(case, pieces) → { status, code, files }`,
// `left() → { assets, files, open }`, `empty()`, `close()`.
import { once } from 'node:events'
import { readdir, readlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { createApi } from '@stowage/api'
import { openAssetStore } from '@stowage/core'
import { memory } from '@stowage/core/memory'
import { createNodeHandler } from '@stowage/node'
import { LIMITS } from './limits.mjs'

/** The api as a function, over a store in memory: the most cases in the least time. */
export async function inMemory() {
  const place = memory()
  const store = await openAssetStore({
    ...place,
    limits: LIMITS.store,
    advanced: { sweepEveryMs: false },
  })
  const storedBlobs = async () => countOf(place.files.list())
  return inProcess('in process, a store in memory', store, storedBlobs, async () => 0)
}

/** The api as a function, over a folder: what is left is looked for on the disk. */
export async function inFolder(directory) {
  const store = await openAssetStore({
    directory,
    limits: LIMITS.store,
    advanced: { sweepEveryMs: false },
  })
  const files = () => storedFiles(directory)
  return inProcess('in process, a store in a folder', store, files, () => openFiles(directory))
}

/** The node:http adapter over real sockets; each piece of the body is a write of its own. */
export async function overSockets(directory) {
  const store = await openAssetStore({
    directory,
    limits: LIMITS.store,
    advanced: { sweepEveryMs: false },
  })
  const { token } = await store.keys.create({ name: 'fuzz' })
  const handler = createNodeHandler(store, { limits: LIMITS.api })
  const server = createServer({ requestTimeout: 0, headersTimeout: 60_000 }, handler)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  return {
    name: 'over sockets, node:http',
    async send({ path: route, contentType }, pieces) {
      const text = await exchange(port, requestOf(route, contentType, token, pieces))
      const [head, ...body] = text.split('\r\n\r\n')
      return outcomeOf(Number(head.split(' ')[1]), body.join('\r\n\r\n'))
    },
    left: () =>
      leftOf(
        store,
        () => storedFiles(directory),
        () => openFiles(directory),
      ),
    empty: () => empty(store),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await store.close()
    },
  }
}

async function inProcess(name, store, files, open) {
  const { token } = await store.keys.create({ name: 'fuzz' })
  const api = createApi(store, { limits: LIMITS.api })
  return {
    name,
    async send({ path: route, contentType }, pieces) {
      const { status, body } = await api({
        method: 'POST',
        path: `/api/v1${route}`,
        query: 'with_meta=1',
        baseUrl: 'http://fuzz.example',
        headers: { authorization: `Bearer ${token}`, 'content-type': contentType },
        body: Readable.from(pieces, { objectMode: false }),
        signal: new AbortController().signal,
      })
      return outcomeOf(status, String(body))
    },
    left: () => leftOf(store, files, open),
    empty: () => empty(store),
    close: () => store.close(),
  }
}

function outcomeOf(status, text) {
  const document = JSON.parse(text)
  const resources = [document.data ?? []].flat()
  return {
    status,
    code: document.errors?.[0]?.code,
    files: resources.map(({ attributes: { name, size }, meta: { sha256 } }) => ({
      name,
      size,
      sha256,
    })),
  }
}

function* requestOf(route, contentType, token, pieces) {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const isChunked = length % 2 === 1
  yield [
    `POST /api/v1${route}?with_meta=1 HTTP/1.1`,
    'Host: fuzz.example',
    `Authorization: Bearer ${token}`,
    `Content-Type: ${contentType}`,
    isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
    'Connection: close',
    '\r\n',
  ].join('\r\n')
  for (const piece of pieces) {
    if (isChunked)
      yield Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, CRLF])
    else yield piece
  }
  if (isChunked) yield '0\r\n\r\n'
}

const CRLF = Buffer.from('\r\n')

function exchange(port, pieces) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  return new Promise((resolve) => {
    const chunks = []
    socket.on('data', (chunk) => chunks.push(chunk))
    // The bytes that can be read show what broke.
    socket.on('error', () => {})
    socket.once('close', () => resolve(Buffer.concat(chunks).toString()))
    socket.once('connect', async () => {
      for (const piece of pieces) {
        if (!socket.writable || socket.readableEnded) break
        await new Promise((written) => socket.write(piece, written))
      }
    })
  })
}

async function leftOf(store, files, open) {
  return {
    assets: (await store.list({ perPage: 1 })).total,
    files: await files(),
    open: await open(),
  }
}

async function empty(store) {
  const ids = []
  for await (const { id } of store.matching({}).iterate()) ids.push(id)
  for (let at = 0; at < ids.length; at += 1000) {
    const some = ids.slice(at, at + 1000)
    await store.trash(some)
    await store.purge(some, { bytes: 'deleted' })
  }
}

async function storedFiles(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile() && !entry.name.startsWith('stowage.db')).length
}

/** Files of assets that this process has open; 0 where the system does not report it. */
async function openFiles(directory) {
  const database = path.join(directory, 'stowage.db')
  const descriptors = await readdir('/proc/self/fd').catch(() => [])
  const targets = await Promise.all(
    descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  return targets.filter((file) => file.startsWith(directory) && !file.startsWith(database)).length
}

async function countOf(items) {
  let count = 0
  for await (const _ of items) count += 1
  return count
}
