import { writeFile } from 'node:fs/promises'
import { bulkForm, bulkRequest, formRequest, jpegOf } from '../samples.mjs'

const LABELS = {
  stowage: 'Stowage',
  raw: 'raw write + fsync',
  handwritten: 'by hand, durable',
  fastify: 'Fastify, no fsync',
  express: 'Express + multer, no fsync',
  sha256: '… and SHA-256',
  sharp: '… and SHA-256, sharp',
  tus: '@tus/server, no fsync',
}

export const upload = {
  name: 'upload',
  title: '20 KB JPEG, 16 at once',
  warmUp: 2,
  unit: 'uploads/s',
  per: 'upload',
  labels: LABELS,
  targets: {
    stowage: { target: 'stowage' },
    handwritten: { target: 'handwritten' },
    raw: { target: 'raw' },
    fastify: { target: 'fastify' },
    express: { target: 'express', share: 0.5 },
    sharp: { target: 'express', settings: { sha256: true, thumbnails: true }, share: 0.1 },
    tus: { target: 'tus', share: 0.5 },
  },
  bars: [
    { to: 'handwritten', least: 1 },
    { to: 'handwritten', member: 'cpu', most: 1.25, text: 'Processor time to by hand, durable' },
    { to: 'fastify', least: 0.7 },
  ],
  async prepare(target, { directory }) {
    const file = `${directory}.jpg`
    await writeFile(file, await jpegOf(20_000))
    const request = target.isTus ? tusRequest(target, file, 20_000) : formRequest(target, file)
    const load = { requests: `${directory}.json`, amount: 3000, connections: 16, status: 201 }
    await writeFile(load.requests, JSON.stringify([request]))
    return load
  },
}

const LARGE = 512 * 1024 ** 2
const CHUNK = 1024 ** 2

export const large = {
  name: 'large',
  title: 'one file of 512 MiB',
  collects: true,
  unit: 'MiB/s',
  per: 'upload',
  bytes: true,
  labels: LABELS,
  targets: {
    stowage: { target: 'stowage' },
    handwritten: { target: 'handwritten' },
    raw: { target: 'raw' },
    fastify: { target: 'fastify' },
    express: { target: 'express' },
    sha256: { target: 'express', settings: { sha256: true } },
  },
  bars: [
    { to: 'raw', least: 0.9 },
    { to: 'sha256', least: 1.5 },
    { text: 'Growth of the process, MiB', member: 'growth', scale: 1024 ** 2, most: 64 },
  ],
  async prepare(target, { directory, scale }) {
    const file = `${directory}.bin`
    await writeFile(file, Buffer.alloc(CHUNK, 'stowage '))
    const repeat = Math.ceil((LARGE / CHUNK) * Math.min(1, scale))
    const request = formRequest(target, file, { repeat, name: 'large.bin' })
    const load = {
      requests: `${directory}.json`,
      amount: 1,
      fixed: true,
      connections: 1,
      status: 201,
    }
    await writeFile(load.requests, JSON.stringify([request]))
    return { ...load, sent: repeat * CHUNK }
  },
  after: (target) => target.call('clear'),
}

export const bulk = {
  name: 'bulk',
  title: '24 × 100 KB in one request',
  warmUp: 2,
  unit: 'files/s',
  per: 'file',
  perRequest: 24,
  labels: LABELS,
  targets: {
    stowage: { target: 'stowage' },
    handwritten: { target: 'handwritten' },
    fastify: { target: 'fastify' },
    express: { target: 'express' },
    sharp: { target: 'express', settings: { sha256: true, thumbnails: true }, share: 0.2 },
  },
  bars: [{ to: 'fastify', least: 1.15 }],
  async prepare(target, { directory }) {
    const file = `${directory}.form`
    await writeFile(file, bulkForm(target.bulkField, await jpegOf(100_000), 24))
    const load = { requests: `${directory}.json`, amount: 30, connections: 1, status: 201 }
    await writeFile(load.requests, JSON.stringify([bulkRequest(target, file)]))
    return load
  },
}

function tusRequest({ path: at, headers }, file, length) {
  const type = 'application/offset+octet-stream'
  const own = { 'upload-length': length, 'content-type': type }
  return { method: 'POST', path: at, headers: { ...headers, ...own }, body: { file } }
}
