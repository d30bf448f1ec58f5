import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANSWERED_ASSET } from './answered-asset.fixture.ts'
import { openServerTarget } from './server-target.ts'
import type { ServerTarget } from './target.ts'

const { id: ID } = ANSWERED_ASSET
const OUT = '../../../precious.txt'
const { signal } = new AbortController()

/** A service that answers each request with one asset, folder and page, under these ids. */
const answered = { id: ID, public_file_id: ID }

function answerOf(url: string): object {
  const page = { current_page: 1, from: 1, last_page: 1, path: '', per_page: 100, to: 1, total: 1 }
  const links = { first: null, last: null, prev: null, next: null }
  const { id, public_file_id } = answered
  const type = url.includes('/folders') ? 'folders' : 'assets'
  const { attributes } = ANSWERED_ASSET
  const folder = { path: ['a'], parent_id: null }
  const resource = { id, type, attributes: { ...attributes, ...folder, public_file_id } }
  return /\/(?:assets|folders)(?:\?|$)/.test(url)
    ? { data: [resource], links, meta: page }
    : { data: resource }
}

describe('a service that answers with ids that are paths', () => {
  let server: Server
  let target: ServerTarget

  beforeAll(async () => {
    server = createServer(({ url = '' }, response) => {
      response.setHeader('content-type', 'application/vnd.api+json')
      response.end(JSON.stringify(answerOf(url)))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    target = openServerTarget({ kind: 'server', url: `http://127.0.0.1:${port}`, key: 'k' })
  })
  afterAll(() => void server.close())

  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    find: async () => {
      for await (const asset of target.find({ filter: {} }, signal)) return asset
      return undefined
    },
    'find in the trash': async () => {
      for await (const asset of target.find({ filter: {}, trashed: 'only' }, signal)) return asset
      return undefined
    },
    get: () => target.get(ID, signal),
    folders: () => target.folders(signal),
    folder: () => target.folder(ID, signal),
  }

  it.each(Object.keys(calls))('is no service to %s', async (name) => {
    Object.assign(answered, { id: OUT, public_file_id: ID })
    await expect(calls[name]?.()).rejects.toMatchObject({ exitCode: 3 })
  })

  it.each(['find', 'get'])('nor with the id of a file, to %s', async (name) => {
    Object.assign(answered, { id: ID, public_file_id: OUT })
    await expect(calls[name]?.()).rejects.toMatchObject({ exitCode: 3 })
    Object.assign(answered, { public_file_id: ID })
    expect(await calls[name]?.()).toMatchObject({ id: ID })
  })
})
