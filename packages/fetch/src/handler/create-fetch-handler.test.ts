import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ApiOptions } from '@stowage/api'
import type { AssetStore, Principal } from '@stowage/core'
import { createAssetStore } from '@stowage/core/internal'
import { createMemoryBlobs, createMemoryMetadata } from '@stowage/core/memory'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFetchHandler } from './create-fetch-handler.ts'
import type { FetchHandlerOptions } from './options.ts'

let store: AssetStore
let key: string

beforeEach(async () => {
  store = createAssetStore({
    metadata: createMemoryMetadata(),
    blobs: createMemoryBlobs(),
    advanced: { sweepEveryMs: false },
  })
  key = (await store.keys.create({ name: 'test' })).token
})

afterEach(() => store.close())

function request(url: string, init: RequestInit = {}): Request {
  return new Request(url, { headers: { authorization: `Bearer ${key}` }, ...init })
}

function form(): FormData {
  const body = new FormData()
  body.set('file', new File(['hello'], 'a.txt'))
  return body
}

/** Where the links of an answer lead. */
async function linkOf(response: Response): Promise<string> {
  expect(response.status).toBe(200)
  return ((await response.json()) as { readonly meta: { readonly path: string } }).meta.path
}

describe('createFetchHandler', () => {
  const wrong: readonly (readonly [string, () => readonly unknown[], string])[] = [
    ['no store', () => [], 'store is missing'],
    ['a promise of a store', () => [Promise.resolve(store)], 'Await it'],
    ['an option that is misspelt', () => [store, { pth: '/media' }], 'Did you mean'],
    ['a path with a query', () => [store, { path: '/media?x' }], 'path must be a path'],
    ['a stallTimeout of 0', () => [store, { stallTimeout: 0 }], 'stallTimeout'],
    ['a request', () => [request('http://a.example/')], 'Call it: createFetchHandler(store)'],
  ]
  it.each(wrong)('refuses %s, and says what to do', (_, args, message) => {
    const create = () => createFetchHandler(...(args() as [AssetStore]))
    expect(create).toThrow(message)
    expect(create).toThrow(expect.objectContaining({ code: 'invalid_argument' }))
  })
})

describe('what a fetch handler is called with', () => {
  const remedies: readonly (readonly [string, () => unknown, string])[] = [
    ['nothing', () => undefined, 'handler(request)'],
    ['a URL', () => 'http://media.example/', 'handler(request)'],
    ['the event of SvelteKit', () => ({ request: request('http://a.example/') }), 'event.request'],
  ]
  it.each(remedies)('says what to pass in place of %s', async (_, given, message) => {
    const handler = createFetchHandler(store)
    await expect(handler(given() as never)).rejects.toThrow(message)
    await expect(handler(given() as never)).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument: 'request' },
    })
  })

  it("says which package takes Node's request", async () => {
    const errors = vi.fn()
    const handler = createFetchHandler(store)
    const server = createServer((req, res) => {
      handler(req as never).catch((error) => {
        errors(error)
        res.end()
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const [response] = await once(get({ host: '127.0.0.1', port }), 'response')
    response.resume()
    server.close()
    await once(server, 'close')
    expect(String(errors.mock.calls[0]?.[0])).toContain('createNodeHandler of @stowage/node')
  })

  it("says what to pass in place of Hono's context", async () => {
    const errors = vi.fn()
    const app = new Hono().onError((error, c) => {
      errors(error)
      return c.text('', 599 as never)
    })
    app.all('*', createFetchHandler(store) as never)
    expect((await app.request('/api/v1/assets')).status).toBe(599)
    expect(String(errors.mock.calls[0]?.[0])).toContain('Pass c.req.raw')
  })
})

describe('the mount of a fetch handler', () => {
  it('answers below its path, and gives links that lead there', async () => {
    const handler = createFetchHandler(store, { path: 'media/' })
    const list = await handler(request('https://media.example:8443/media/api/v1/assets#part'))
    expect(await linkOf(list)).toBe('https://media.example:8443/media/api/v1/assets')
  })

  it('answers 404 outside, and says what is its own', async () => {
    const handler = createFetchHandler(store, { path: '/media' })
    const theirs = ['/', '/media', '/media/', '/media/api/v10', '/mediaX/api/v1/assets', '/api/v1']
    for (const path of theirs) {
      const url = `http://media.example${path}`
      expect((await handler(request(url))).status, path).toBe(404)
      expect([handler.handles(request(url)), handler.handles(new URL(url))], path).toEqual([
        false,
        false,
      ])
    }
    for (const path of ['/media/api/v1', '/media/api/v1/assets?page=1', '/media/api/v1/nothing']) {
      const url = `http://media.example${path}`
      expect([handler.handles(request(url)), handler.handles(new URL(url))], path).toEqual([
        true,
        true,
      ])
    }
    expect(() => handler.handles('http://media.example' as never)).toThrow('must be a Request')
  })

  it('goes on in a Hono app, whose middleware runs before it', async () => {
    const handler = createFetchHandler(store, { path: '/media' })
    const app = new Hono()
    app.use(async (c, next) => {
      await next()
      c.res.headers.set('x-app', 'hono')
    })
    app.all('/media/*', (c) => handler(c.req.raw))
    app.get('/', (c) => c.text('hello'))
    const list = await app.request(request('http://media.example/media/api/v1/assets'))
    expect([list.status, list.headers.get('x-app')]).toEqual([200, 'hono'])
    expect(await (await app.request('/')).text()).toBe('hello')
  })
})

describe('the origin of links', () => {
  const forwarded = {
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'public.example',
    'x-forwarded-prefix': '/prefix',
  }
  const origins: readonly (readonly [string, FetchHandlerOptions, string])[] = [
    ['is that of the URL', {}, 'http://inner.example:8080/media'],
    ['is that of a trusted proxy', { trustProxy: true }, 'https://public.example/prefix/media'],
    ['is the baseUrl option', { baseUrl: 'https://a.example/m' }, 'https://a.example/m'],
  ]
  it.each(origins)('%s', async (_, options, origin) => {
    const handler = createFetchHandler(store, { path: '/media', ...options })
    const headers = { authorization: `Bearer ${key}`, ...forwarded }
    const list = await handler(
      request('http://inner.example:8080/media/api/v1/assets', { headers }),
    )
    expect(await linkOf(list)).toBe(`${origin}/api/v1/assets`)
  })
})

describe('authenticate and onError of a fetch handler', () => {
  const alice: Principal = {
    kind: 'external',
    id: 'alice',
    tenant: 'default',
    permissions: ['read'],
  }

  it('get the Request that the handler was called with', async () => {
    const authenticate = vi.fn((_: Request) => alice)
    const handler = createFetchHandler(store, { authenticate })
    const sent = request('http://media.example/api/v1/assets')
    expect((await handler(sent)).status).toBe(200)
    expect(authenticate.mock.calls[0]?.[0]).toBe(sent)
    const onError = vi.fn<NonNullable<ApiOptions['onError']>>()
    const broken = createFetchHandler(store, {
      authenticate() {
        throw new Error('no session')
      },
      onError,
    })
    const response = await broken(sent)
    expect(response.status).toBe(500)
    expect(onError.mock.calls[0]?.[1]).toEqual({
      requestId: response.headers.get('x-request-id'),
      method: 'GET',
      path: '/api/v1/assets',
      raw: sent,
    })
  })
})

describe('a body that something else has read', () => {
  it.each(['read', 'locked'])(
    'is 500 when it is %s, and the answer says what to do',
    async (how) => {
      const handler = createFetchHandler(store, { onError: () => {} })
      const sent = request('http://media.example/api/v1/assets', { method: 'POST', body: form() })
      if (how === 'read') await sent.arrayBuffer()
      else sent.body?.getReader()
      const response = await handler(sent)
      expect([response.status, await response.text()]).toEqual([
        500,
        expect.stringContaining('request.clone()'),
      ])
    },
  )

  it('is taken from a clone', async () => {
    const handler = createFetchHandler(store)
    const sent = request('http://media.example/api/v1/assets', { method: 'POST', body: form() })
    const clone = sent.clone()
    await sent.formData()
    expect((await handler(clone)).status).toBe(201)
  })
})
