import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buildLibrary } from '../library.mjs'
import { jpegOf } from '../samples.mjs'

const LABELS = {
  stowage: 'Stowage',
  handwritten: 'by hand, the same reads and checks',
  constant: 'a constant answer',
  fastify: 'Fastify, one read, no key',
  express: 'Express, one read, no key',
}
const ASSETS = 100_000

/** A random asset of 100,000. Stowage and the handwritten handler read the same database. */
export const get = {
  name: 'get',
  title: 'one of 100,000 assets, 32 at once',
  unit: 'req/s',
  per: 'request',
  labels: LABELS,
  targets: {
    stowage: { target: 'stowage' },
    handwritten: { target: 'handwritten' },
    constant: { target: 'constant' },
    fastify: { target: 'fastify' },
    express: { target: 'express', share: 0.5 },
  },
  bars: [{ to: 'handwritten', least: 1 }],
  /** Runs before any target starts. */
  async setUp(directory, scale) {
    const library = path.join(directory, 'stowage')
    await mkdir(library, { recursive: true })
    const { token, ids } = await buildLibrary(library, Math.round(ASSETS * scale))
    const headers = { authorization: `Bearer ${token}` }
    const paths = ids.map((id) => `/api/v1/assets/${id}`)
    const settings = {
      stowage: { token },
      handwritten: { library: path.join(library, 'stowage.db') },
    }
    return { settings, headers, paths }
  },
  async prepare(target, { directory, scale, shared }) {
    const own = directory.endsWith('fastify') || directory.endsWith('express')
    const paths = own ? await target.call('library', Math.round(ASSETS * scale)) : shared.paths
    const requests = paths.map((each) => ({ method: 'GET', path: each, headers: shared.headers }))
    const load = { requests: `${directory}.json`, amount: 20_000, connections: 32, status: 200 }
    await writeFile(load.requests, JSON.stringify(requests))
    return { ...load, random: true }
  },
}

/**
 * Deletes 1000 assets for good: trash and purge, against one deletion. Their files have reached the disk, which also
 * happens to those of the others after half a minute: files that the system never wrote cost a quarter to delete.
 */
export const purge = {
  name: 'purge',
  title: 'delete 1,000 ids for good, their files on the disk',
  unit: 's',
  member: 'seconds',
  per: 'request',
  labels: { ...LABELS, express: 'Express', fastify: 'Fastify' },
  targets: {
    stowage: { target: 'stowage', share: 2 },
    express: { target: 'express' },
    fastify: { target: 'fastify' },
  },
  bars: [{ to: 'express', most: 1 }],
  async prepare(_, { directory }) {
    const file = `${directory}.jpg`
    await writeFile(file, await jpegOf(20_000))
    return { file, requests: directory, round: 0 }
  },
  async before(target) {
    const { load } = target
    load.round += 1
    const requests = await target.call('deletions', load.file, 1000)
    execFileSync('sync', ['-f', load.file])
    const file = `${load.requests}-${load.round}.json`
    await writeFile(file, JSON.stringify(requests))
    return { requests: file, amount: 1, fixed: true, connections: 1, status: 204 }
  },
  /**
   * Some targets answer before the files are gone. This waits for them, so that the next target's round does not pay.
   */
  after: (target) => target.call('emptied'),
}
