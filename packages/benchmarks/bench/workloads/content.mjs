import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { jpegOf } from '../samples.mjs'
import { isThere } from '../targets/nginx.mjs'

const LABELS = {
  stowage: 'Stowage',
  cold: 'Stowage, cache off',
  sirv: 'sirv',
  send: 'send',
  raw: 'raw pipe',
  nginx: 'nginx',
  accel: 'nginx, accel, Stowage',
  unchecked: 'nginx, accel, node:http without checks',
}
const COLD = { store: { advanced: { blobCacheBytes: 0 } } }

/** 16 KB: 1000 different files, in random order. */
export const content = {
  name: 'content',
  title: '16 KB of 1,000 files, 32 at once',
  unit: 'req/s',
  per: 'request',
  labels: LABELS,
  targets: {
    stowage: { target: 'stowage' },
    cold: { target: 'stowage', settings: COLD },
    sirv: { target: 'sirv' },
    send: { target: 'send' },
    raw: { target: 'raw' },
    nginx: { target: 'nginx', share: 2, isThere },
    accel: { target: 'nginx', settings: { behind: 'stowage' }, isThere },
    unchecked: { target: 'nginx', settings: { behind: 'unchecked' }, isThere },
  },
  bars: [
    { to: 'sirv', least: 1 },
    { of: 'cold', to: 'send', least: 0.9 },
    { of: 'accel', to: 'nginx', least: 0.5 },
  ],
  prepare: (target, context) => gets(target, context, { status: 200 }),
}

export const notModified = {
  name: 'not-modified',
  title: '304 of 1,000 files, 32 at once',
  unit: 'req/s',
  per: 'request',
  labels: LABELS,
  targets: {
    stowage: { target: 'stowage' },
    sirv: { target: 'sirv' },
    send: { target: 'send' },
    nginx: { target: 'nginx', share: 2, isThere },
  },
  prepare: (target, context) => gets(target, context, { status: 304 }),
}

async function gets(target, { directory }, { status }) {
  const files = await samplesIn(`${directory}-files`, 1000, 16_000)
  const requests = []
  for (const each of await target.call('files', files)) {
    const etag = status === 304 ? await etagOf(target, each) : undefined
    const headers = { ...target.headers, ...(etag && { 'if-none-match': etag }) }
    requests.push({ method: 'GET', path: each, headers })
  }
  const load = { requests: `${directory}.json`, amount: 15_000, connections: 32, status }
  await writeFile(load.requests, JSON.stringify(requests))
  return { ...load, random: true }
}

async function etagOf({ port, headers }, file) {
  const response = await fetch(`http://127.0.0.1:${port}${file}`, { headers })
  await response.arrayBuffer()
  return response.headers.get('etag')
}

const LARGE = 256 * 1024 ** 2

/** 256 MiB: one file, one client. */
export const stream = {
  name: 'stream',
  title: 'one file of 256 MiB',
  unit: 'MiB/s',
  per: 'request',
  bytes: true,
  labels: LABELS,
  targets: {
    stowage: { target: 'stowage' },
    raw: { target: 'raw' },
    send: { target: 'send' },
    sirv: { target: 'sirv' },
    nginx: { target: 'nginx', isThere },
    accel: { target: 'nginx', settings: { behind: 'stowage' }, isThere },
  },
  bars: [
    { to: 'raw', least: 0.9 },
    { of: 'accel', to: 'nginx', least: 0.9 },
  ],
  async prepare(target, { directory }) {
    const file = `${directory}.bin`
    await writeFile(file, Buffer.alloc(LARGE, 'stowage '))
    const [each] = await target.call('files', [file])
    const load = {
      requests: `${directory}.json`,
      amount: 4,
      fixed: true,
      connections: 1,
      status: 200,
    }
    const requests = [{ method: 'GET', path: each, headers: target.headers }]
    await writeFile(load.requests, JSON.stringify(requests))
    return load
  },
}

/** This many different pictures, as files. */
async function samplesIn(directory, count, bytes) {
  await mkdir(directory, { recursive: true })
  const jpeg = await jpegOf(bytes - 16)
  const names = Array.from({ length: count }, (_, index) => path.join(directory, `${index}.jpg`))
  for (const name of names) await writeFile(name, Buffer.concat([jpeg, randomBytes(16)]))
  return names
}
