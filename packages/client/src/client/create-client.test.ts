import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isApiClientError } from '../errors/api-client-error.ts'
import { type Service, startService } from '../testing/service.fixture.ts'
import { createClient } from './create-client.ts'

let service: Service

beforeEach(async () => {
  service = await startService()
})
afterEach(() => service.close())

const text = (content: string, name = 'a.txt') => new File([content], name)

describe('createClient', () => {
  it('says with an upload by URL, as with any, what becomes of a file that is there', async () => {
    const client = service.client()
    const url = 'https://a.example/x'
    const { id } = await client.uploadFromUrl(url, { onDuplicate: 'return' })
    expect((await client.uploadFromUrl(url, { onDuplicate: 'return' })).id).toBe(id)
    expect(service.requests.map(({ headers }) => headers['stowage-on-duplicate'])).toEqual([
      'return',
      'return',
    ])
  })

  it('uploads, reads, changes, trashes, restores and deletes', async () => {
    const client = service.client()
    const { id, attributes } = await client.upload(text('hello'))
    expect(attributes).toMatchObject({ name: 'a.txt', size: 5, mime_type: 'text/plain' })
    const changed = await client.update(id, { name: 'b.txt', is_favourite: true })
    expect(changed.attributes).toMatchObject({ name: 'b.txt', is_favourite: true })
    expect(await client.get(id)).toEqual(changed)
    await client.trash(id)
    expect((await client.list()).meta.total).toBe(0)
    await client.restore([id])
    expect((await client.list()).data.map((asset) => asset.id)).toEqual([id])
    await client.trash([id])
    expect((await client.list({ 'filter[trashed]': 'only' })).meta.total).toBe(1)
    await client.purge(id)
    expect((await client.list({ 'filter[trashed]': 'only' })).meta.total).toBe(0)
  })

  it('replaces the bytes of an asset, only of the version that was read, and copies it', async () => {
    const client = service.client()
    const { id, attributes } = await client.upload(text('first', 'ä.txt'))
    const { meta } = await client.get(id, { with_meta: '1' })
    const sent: number[] = []
    const options = {
      ifMatch: meta?.etag,
      onProgress: ({ loaded }: { readonly loaded: number }) => sent.push(loaded),
    }
    const query = { with_meta: '1' } as const
    const replaced = await client.replaceContent(id, new Blob(['second']), { ...options, query })
    expect(replaced.attributes).toMatchObject({ name: 'ä.txt', size: 6, url: attributes.url })
    expect(replaced.meta?.etag).not.toBe(meta?.etag)
    expect(sent.at(-1)).toBe(6)
    const stale = client.replaceContent(id, text('third'), { ifMatch: meta?.etag })
    await expect(stale).rejects.toMatchObject({ code: 'precondition_failed', status: 412 })
    const copy = await client.copy(id, { name: 'copy.txt' })
    expect(copy.id).not.toBe(id)
    expect(copy.attributes.name).toBe('copy.txt')
    const { public_file_id } = (await client.copy(id)).attributes
    expect(await (await client.content(public_file_id)).text()).toBe('second')
  })

  it('passes the query on, and leaves out what is undefined', async () => {
    const client = service.client()
    const query = { with_meta: '1', page: undefined } as { with_meta: '1' }
    const { id, meta } = await client.upload(text('x'), { query })
    expect(meta?.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect((await client.get(id, { with_meta: '1' })).meta).toEqual(meta)
    expect(service.requests.map(({ url }) => url)).toEqual([
      '/media/api/v1/assets?with_meta=1',
      `/media/api/v1/assets/${id}?with_meta=1`,
    ])
  })

  it('gives every asset once, the newest first, over as many pages as there are', async () => {
    const client = service.client()
    const names = ['a', 'b', 'c', 'd', 'e']
    for (const name of names) await client.upload(text(name, name))
    const found: string[] = []
    for await (const { attributes } of client.assets({ per_page: 2 })) {
      found.push(attributes.name)
      // Moves every asset that is to come to a later place.
      if (found.length === 2) await client.upload(text('new', 'new'))
    }
    expect(found).toEqual(names.toReversed())
  })

  it('asks for no further page once the loop is left', async () => {
    const client = service.client()
    for (const name of ['a', 'b', 'c']) await client.upload(text(name, name))
    service.requests.length = 0
    for await (const asset of client.assets({ per_page: 1 })) {
      expect(asset.attributes.name).toBe('c')
      break
    }
    expect(service.requests).toHaveLength(1)
  })

  it('gives the bytes of a file, whole or in part, and as a download', async () => {
    const client = service.client()
    const { attributes } = await client.upload(text('hello', 'ä.txt'))
    const { public_file_id } = attributes
    expect(await (await client.content(public_file_id)).text()).toBe('hello')
    const part = await client.content(public_file_id, { headers: { range: 'bytes=1-2' } })
    expect([part.status, await part.text()]).toEqual([206, 'el'])
    const saved = await client.content(public_file_id, { download: true })
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment/)
    await saved.text()
    const missing = client.content(public_file_id, { variant: 'thumbnail' })
    await expect(missing).rejects.toMatchObject({ code: 'file_not_found', status: 404 })
  })

  it('rejects with the errors of the service, by code', async () => {
    const client = service.client()
    const ids = ['00000000-0000-7000-8000-000000000000', '00000000-0000-7000-8000-000000000001']
    const error: unknown = await client.trash(ids).catch((reason: unknown) => reason)
    if (!isApiClientError(error) || error.code === 'network_failed') throw error
    if (error.code === 'unexpected_answer') throw error
    expect(error).toMatchObject({ code: 'asset_not_found', status: 404, retryAfter: null })
    expect(error.errors.map(({ source }) => source)).toEqual([
      { pointer: '/asset_ids/0' },
      { pointer: '/asset_ids/1' },
    ])
    expect(error.requestId).toBe(error.errors[0]?.id)
    expect(error.message).toBe(error.errors[0]?.detail)
    const other = service.client({ token: 'stw_wrong' })
    await expect(other.list()).rejects.toMatchObject({ code: 'unauthenticated', status: 401 })
  })

  it('says so when something else than the service answers', async () => {
    for (const [status, body] of [
      [200, '<!doctype html>'],
      [404, 'Cannot GET /'],
      [403, '{"message":"no"}'],
      [403, '{"errors":[null]}'],
      [403, '{"errors":[{"code":1000,"message":"no"}]}'],
    ] as const) {
      service.intercept = (_, res) => Boolean(res.writeHead(status).end(body))
      const failing = service.client().list()
      await expect(failing).rejects.toMatchObject({ code: 'unexpected_answer', status })
    }
  })

  it('makes headers of the app anew for each attempt', async () => {
    let count = 0
    service.intercept = (_, res) => count < 2 && Boolean(res.writeHead(503).end())
    const client = service.client({
      token: undefined,
      headers: async () => {
        count += 1
        return { authorization: `Bearer ${service.token}`, 'x-csrf-token': String(count) }
      },
    })
    await client.list()
    expect(service.requests.map(({ headers }) => headers['x-csrf-token'])).toEqual(['1', '2'])
  })

  it('sends headers of the app in place of its own, in whatever case they are written', async () => {
    const client = service.client({
      token: 'stw_other',
      headers: () => ({ Authorization: `Bearer ${service.token}`, 'Content-Type': 'text/plain' }),
    })
    const changing = client.update('00000000-0000-7000-8000-000000000000', { name: 'a' })
    await expect(changing).rejects.toMatchObject({ code: 'unsupported_media_type' })
    expect(service.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${service.token}`,
      'content-type': 'text/plain',
    })
  })

  it('rejects with the error of the app when its headers fail, and sends nothing', async () => {
    const error = new Error('not logged in')
    const client = service.client({ headers: () => Promise.reject(error) })
    await expect(client.list()).rejects.toBe(error)
    expect(service.requests).toEqual([])
  })

  it('goes by the fetch of the app', async () => {
    const urls: string[] = []
    const client = service.client({
      fetch: (input, init) => {
        urls.push(String(input))
        return fetch(input, init)
      },
      credentials: 'include',
    })
    const progress: number[] = []
    await client.upload(text('hello'), { onProgress: ({ loaded }) => progress.push(loaded) })
    expect(urls).toEqual([`${service.baseUrl}/api/v1/assets`])
    expect(progress).toEqual([5])
  })

  it('refuses a baseUrl that cannot be one', () => {
    const create = createClient as (options: object) => unknown
    expect(() => create({})).toThrow(/baseUrl must be a string/)
    expect(() => create({ baseUrl: 'http://a.example/api/v1/' })).toThrow(/end before \/api\/v1/)
    for (const baseUrl of ['localhost:3000', 'media', './media', 'ftp://a.example']) {
      expect(() => create({ baseUrl })).toThrow(/begin with https:\/\/ or http:\/\//)
    }
    for (const baseUrl of ['', '/', '/media', 'HTTP://a.example']) {
      expect(() => create({ baseUrl })).not.toThrow()
    }
  })

  it('says once that a path is no baseUrl where no page gives the host', async () => {
    const failing = service.client({ baseUrl: '/media' }).list()
    await expect(failing).rejects.toThrow(/outside of a page/)
    await expect(failing).rejects.toBeInstanceOf(TypeError)
    expect(service.pauses).toEqual([])
  })

  it('takes a path as baseUrl where the fetch of the app knows the host', async () => {
    const client = service.client({
      baseUrl: '/media',
      fetch: (input, init) => fetch(new URL(String(input), service.baseUrl), init),
    })
    expect((await client.list()).meta.total).toBe(0)
  })

  it('takes any iterable of files, such as a FileList', async () => {
    const client = service.client()
    const assets = await client.uploadMany(new Set([text('a', 'a'), text('b', 'b')]))
    expect(assets.map(({ attributes }) => attributes.name)).toEqual(['a', 'b'])
  })

  it('refuses what is no file before it sends anything', async () => {
    const client = service.client()
    const given = [
      'a.jpg',
      null,
      undefined,
      new Uint8Array(1),
      { path: 'a.jpg' },
      { file: 'a.jpg' },
    ]
    for (const file of given) {
      await expect(client.upload(file as unknown as Blob)).rejects.toThrow(/must be a File or Blob/)
    }
    const paths = ['a.jpg'] as unknown as Blob[]
    await expect(client.uploadMany(paths)).rejects.toThrow(/must be a File or Blob/)
    expect(service.requests).toEqual([])
  })
})
