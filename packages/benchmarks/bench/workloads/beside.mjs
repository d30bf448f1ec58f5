import { cp, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buildLibrary } from '../library.mjs'
import { formRequest, jpegOf } from '../samples.mjs'
import { gets } from './content.mjs'

/** Uploads a second, on connections of their own. */
const RATE = 200
const CONNECTIONS = 8
const ASSETS = 100_000

const LABELS = {
  alone: 'Stowage, no uploads',
  stowage: 'Stowage',
  handwritten: 'by hand, the same reads and checks; its uploads',
  cold: 'Stowage, cache off',
}

/** A random asset of 100,000 while others upload: every commit makes what was read before worth another look. */
export const getBeside = {
  name: 'get-beside',
  title: `one of 100,000 assets, 32 at once, beside ${RATE} uploads a second`,
  unit: 'req/s',
  per: 'request',
  against: 'alone',
  labels: LABELS,
  targets: {
    alone: { target: 'stowage' },
    stowage: { target: 'stowage' },
    handwritten: { target: 'handwritten' },
  },
  async setUp(directory, scale) {
    const library = path.join(directory, 'stowage')
    await mkdir(library, { recursive: true })
    const { token, ids } = await buildLibrary(library, ASSETS * scale)
    await cp(library, path.join(directory, 'alone'), { recursive: true })
    const settings = {
      alone: { token },
      stowage: { token },
      handwritten: { library: path.join(library, 'stowage.db') },
    }
    const headers = { authorization: `Bearer ${token}` }
    const requests = ids.map((id) => ({ method: 'GET', path: `/api/v1/assets/${id}`, headers }))
    return { settings, requests }
  },
  async prepare(target, { directory, shared }) {
    const load = { requests: `${directory}.json`, amount: 10_000, connections: 32, status: 200 }
    await writeFile(load.requests, JSON.stringify(shared.requests))
    return { ...load, random: true, beside: await uploadsTo(target, directory) }
  },
}

/** 16 KB of 1,000 files while others upload. */
export const contentBeside = {
  name: 'content-beside',
  title: `16 KB of 1,000 files, 32 at once, beside ${RATE} uploads a second`,
  unit: 'req/s',
  per: 'request',
  against: 'alone',
  labels: LABELS,
  targets: {
    alone: { target: 'stowage' },
    stowage: { target: 'stowage' },
    cold: { target: 'stowage', settings: { store: { advanced: { blobCacheBytes: 0 } } } },
  },
  async prepare(target, context) {
    const load = await gets(target, context, { status: 200 })
    const beside = await uploadsTo(target, context.directory)
    return { ...load, amount: load.amount / 2, beside }
  },
}

async function uploadsTo(target, directory) {
  if (directory.endsWith('alone')) return undefined
  const file = `${directory}.jpg`
  const requests = `${directory}-uploads.json`
  await writeFile(file, await jpegOf(20_000))
  await writeFile(requests, JSON.stringify([formRequest(target, file)]))
  return { requests, rate: RATE, connections: CONNECTIONS, status: 201 }
}
