import http2 from 'node:http2'
import type { Principal } from '@stowage/core'
import fastify, { type FastifyRequest } from 'fastify'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CLOSE_AT_ONCE, type Serving, serve } from '../testing/serving.ts'
import { createFastifyPlugin } from './create-fastify-plugin.ts'

let serving: Serving

afterEach(() => serving.dispose())

interface Uploaded {
  readonly data: { readonly id: string; readonly attributes: { readonly url: string } }
}

function bearer(): { readonly authorization: string } {
  return { authorization: `Bearer ${serving.key}` }
}

async function upload(base: string): Promise<Uploaded['data']> {
  const body = new FormData()
  body.set('file', new File(['hello'], 'a.txt'))
  const response = await fetch(`${base}/api/v1/assets`, { method: 'POST', headers: bearer(), body })
  return ((await response.json()) as Uploaded).data
}

describe('createFastifyPlugin, mounts', () => {
  it.each([
    ['/media', '/media'],
    ['/media/', '/media'],
    ['/', ''],
    ['/teams/:team/media', '/teams/a%20b/media'],
  ])('answers below the prefix %s, and gives links that lead there', async (prefix, mount) => {
    serving = await serve(fastify(CLOSE_AT_ONCE), (app, { store }) => {
      app.register(createFastifyPlugin(store), { prefix })
    })
    const { attributes } = await upload(serving.origin + mount)
    expect(attributes.url).toMatch(`${serving.origin}${mount}/api/v1/files/`)
    expect(await (await fetch(attributes.url, { headers: bearer() })).text()).toBe('hello')
  })

  it('answers below two nested prefixes, and twice in one app', async () => {
    serving = await serve(fastify(CLOSE_AT_ONCE), (app, { store }) => {
      app.register(
        async (outer) => outer.register(createFastifyPlugin(store), { prefix: '/media' }),
        {
          prefix: '/outer',
        },
      )
      app.register(createFastifyPlugin(store))
    })
    for (const base of [`${serving.origin}/outer/media`, serving.origin]) {
      expect((await upload(base)).attributes.url).toMatch(`${base}/api/v1/files/`)
    }
  })

  it.each([true, false])(
    'has a page where Fastify ignores slashes at the end: %s',
    async (ignores) => {
      const options = { ...CLOSE_AT_ONCE, routerOptions: { ignoreTrailingSlash: ignores } }
      const paths = ['', '/', '/pages', '/pages/', '/pages/app.js']
      const page = {
        paths,
        answer: ({ path }: { path: string }) => ({ status: 200, headers: {}, body: `at ${path}` }),
      }
      serving = await serve(fastify(options), (app, { store }) => {
        app.register(createFastifyPlugin(store, { page }), { prefix: '/media' })
      })
      for (const path of paths) {
        const answer = await fetch(`${serving.origin}/media${path}?view=trash`)
        expect(await answer.text()).toBe(`at ${path}`)
      }
    },
  )

  it("leaves what is not below /api/v1 to Fastify's own 404, and keeps its own", async () => {
    serving = await serve(fastify(CLOSE_AT_ONCE), (app, { store }) => {
      app.setNotFoundHandler((_request, reply) => reply.code(404).send('the app'))
      app.register(createFastifyPlugin(store), { prefix: '/media' })
    })
    for (const path of ['/', '/media', '/media/', '/media/api', '/media/api/v10', '/api/v1']) {
      expect(await (await fetch(serving.origin + path)).text(), path).toBe('the app')
    }
    const ours = await fetch(`${serving.origin}/media/api/v1/nothing`)
    expect([ours.status, await ours.text()]).toEqual([
      404,
      expect.stringContaining('route_not_found'),
    ])
  })

  it('is not fooled by encoded or doubled slashes', async () => {
    serving = await serve(fastify(CLOSE_AT_ONCE), (app, { store }) => {
      app.register(createFastifyPlugin(store), { prefix: '/media' })
    })
    const { id } = await upload(`${serving.origin}/media`)
    const get = (path: string) => fetch(serving.origin + path, { headers: bearer() })
    const elsewhere = ['/media%2Fapi/v1/assets', '/media/api%2Fv1/assets', '/media/api//v1/assets']
    for (const path of [...elsewhere, '/media//api/v1/assets', '/media/%61pi/v1/assets']) {
      expect((await get(path)).status, path).toBe(404)
    }
    for (const path of [`//${id}`, `/%2F${id}`, `/${id}%2F`, '/..%2Fopenapi.json']) {
      expect((await get(`/media/api/v1/assets${path}`)).status, path).toBe(404)
    }
    expect((await get('/media/api/v1/assets/%zz')).status).toBe(400)
  })

  it('keeps headers that hooks before it have set', async () => {
    serving = await serve(fastify(CLOSE_AT_ONCE), (app, { store }) => {
      app.addHook('onRequest', async (_request, reply) => {
        reply.headers({ 'strict-transport-security': 'max-age=1', 'content-type': 'text/html' })
      })
      app.register(createFastifyPlugin(store), { prefix: '/media' })
    })
    const { headers } = await fetch(`${serving.origin}/media/api/v1/assets`)
    expect(headers.get('strict-transport-security')).toBe('max-age=1')
    expect(headers.get('content-type')).toBe('application/vnd.api+json')
  })

  it('answers inject, without a socket', async () => {
    const app = fastify(CLOSE_AT_ONCE)
    serving = await serve(app, (_, { store }) => {
      app.register(createFastifyPlugin(store), { prefix: '/media' })
    })
    const url = '/media/api/v1/assets'
    const type = { 'content-type': 'multipart/form-data; boundary=b' }
    const part = 'content-disposition: form-data; name="file"; filename="a.txt"'
    const payload = `--b\r\n${part}\r\n\r\nhello\r\n--b--\r\n`
    const refused = await app.inject({ method: 'POST', url, headers: type, payload })
    const headers = { ...type, ...bearer() }
    const stored = await app.inject({ method: 'POST', url, headers, payload })
    const list = await app.inject({ url, headers: bearer() })
    expect([refused.statusCode, stored.statusCode, list.json().meta.total]).toEqual([401, 201, 1])
  })

  it('answers over HTTP/2', async () => {
    const app = fastify({ http2: true, http2SessionTimeout: 100 })
    serving = await serve(app, (app, { store }) => {
      app.register(createFastifyPlugin(store), { prefix: '/media' })
    })
    const session = http2.connect(serving.origin)
    const stream = session.request({ ':path': '/media/api/v1/assets', ...bearer() })
    let text = ''
    for await (const chunk of stream.setEncoding('utf8')) text += chunk
    session.close()
    expect(JSON.parse(text).meta.path).toBe(`${serving.origin}/media/api/v1/assets`)
  })
})

describe('createFastifyPlugin, authenticate and logging', () => {
  const alice: Principal = { kind: 'external', id: 'a', tenant: 'default', permissions: ['read'] }

  it("gets Fastify's request with what hooks have put on it", async () => {
    serving = await serve(fastify(CLOSE_AT_ONCE), (app, { store }) => {
      app.decorateRequest('user', '')
      app.addHook('onRequest', async (request) => {
        request.setDecorator('user', request.headers.cookie === 'a=1' ? 'alice' : '')
      })
      const authenticate = (request: FastifyRequest) =>
        request.getDecorator('user') === 'alice' ? alice : null
      app.register(createFastifyPlugin(store, { authenticate }), { prefix: '/media' })
    })
    const url = `${serving.origin}/media/api/v1/assets`
    const headers = { cookie: 'a=1' }
    expect((await fetch(url, { headers })).status).toBe(200)
    expect((await fetch(url)).status).toBe(401)
    expect((await fetch(url, { method: 'POST', headers })).status).toBe(403)
  })

  it('answers 500 when it throws, and logs why under the id of the request', async () => {
    const lines: string[] = []
    const logger = { level: 'error', stream: { write: (line: string) => void lines.push(line) } }
    serving = await serve(fastify({ ...CLOSE_AT_ONCE, logger }), (app, { store }) => {
      app.setErrorHandler((_error, _request, reply) => reply.code(599).send())
      const authenticate = () => {
        throw new Error('database on fire')
      }
      app.register(createFastifyPlugin(store, { authenticate }), { prefix: '/media' })
    })
    const response = await fetch(`${serving.origin}/media/api/v1/assets`)
    const text = await response.text()
    expect([response.status, JSON.parse(text).errors[0].code]).toEqual([500, 'internal_error'])
    expect(text).not.toContain('fire')
    const [line, ...others] = lines.map((each) => JSON.parse(each))
    expect(others).toEqual([])
    expect(line).toMatchObject({ level: 50, err: { message: 'database on fire' } })
    expect(line.reqId).toBe(response.headers.get('x-request-id'))
  })
})

describe('createFastifyPlugin, options', () => {
  /** As plain JavaScript calls it. */
  const create = createFastifyPlugin as (store: unknown, options?: unknown) => unknown

  it.each<[object, string, RegExp]>([
    [{ prefix: '/media' }, 'prefix', /createFastifyPlugin has no option prefix/],
    [{ trustProxy: true }, 'trustProxy', /has no option trustProxy/],
    [{ authenticate: {} }, 'authenticate', /a function/],
    [{ limits: { part: 5 } }, 'limits.part', /Did you mean parts\?/],
    [{ stallTimeout: '1m' }, 'stallTimeout', /not a string/],
  ])('refuses %j', async (options, argument, message) => {
    serving = await serve(fastify(CLOSE_AT_ONCE), () => {})
    expect(() => create(serving.store, options)).toThrow(
      expect.objectContaining({
        code: 'invalid_argument',
        context: { argument },
        message: expect.stringMatching(message),
      }),
    )
  })

  it('refuses its options among those of app.register', async () => {
    serving = await serve(fastify(CLOSE_AT_ONCE), () => {})
    const app = fastify()
    const misplaced: object = { prefix: '/media', logLevel: 'warn', authenticate: () => null }
    app.register(createFastifyPlugin(serving.store), misplaced)
    await expect(app.ready()).rejects.toThrow(
      'authenticate has no effect among the options of app.register. ' +
        'Pass it to the plugin: createFastifyPlugin(store, { authenticate }).',
    )
    await app.close()
  })

  it('says to await a store that was only begun to open', async () => {
    serving = await serve(fastify(CLOSE_AT_ONCE), () => {})
    expect(() => create(Promise.resolve(serving.store))).toThrow(/store must be .* Await it/)
  })

  it.each<{ prefix?: string }>([{}, { prefix: '/media' }])(
    'says to call it when Fastify calls it as a plugin, with the options %j',
    async (options) => {
      serving = await serve(fastify(CLOSE_AT_ONCE), () => {})
      const app = fastify()
      const registered = vi.fn((instance: unknown, given: unknown) => {
        expect(() => create(instance, given)).toThrow(
          expect.objectContaining({
            code: 'invalid_argument',
            context: { argument: 'store' },
            message:
              'createFastifyPlugin was registered itself. Call it: app.register(createFastifyPlugin(store, options)).',
          }),
        )
      })
      app.register(async (instance, given: unknown) => registered(instance, given), options)
      await app.ready()
      expect(registered).toHaveBeenCalledOnce()
      await app.close()
    },
  )
})
