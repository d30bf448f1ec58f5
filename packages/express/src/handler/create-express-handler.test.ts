import { createServer } from 'node:http'
import type { Principal } from '@stowage/core'
import express5, { type ErrorRequestHandler, type Request } from 'express'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Serving, serve, VERSIONS } from '../testing/serving.ts'
import { createExpressHandler } from './create-express-handler.ts'
import type { ExpressHandlerOptions } from './options.ts'

let serving: Serving

afterEach(() => serving.dispose())

function bearer(key = serving.key): { readonly authorization: string } {
  return { authorization: `Bearer ${key}` }
}

interface Uploaded {
  readonly data: { readonly id: string; readonly attributes: { readonly url: string } }
}

interface Listed {
  readonly meta: { readonly path: string }
}

async function upload(base: string): Promise<{ readonly id: string; readonly url: string }> {
  const body = new FormData()
  body.set('file', new File(['hello'], 'a.txt'))
  const response = await fetch(`${base}/api/v1/assets`, { method: 'POST', headers: bearer(), body })
  const { data } = (await response.json()) as Uploaded
  return { id: data.id, url: data.attributes.url }
}

describe.each(VERSIONS)('createExpressHandler in %s', (_, express) => {
  it('says to call it when it was passed to app.use itself', async () => {
    const errors = vi.fn()
    serving = await serve(express(), (app) => {
      app.use('/media', createExpressHandler as never)
      const refuse: ErrorRequestHandler = (error, _req, res, _next) => {
        errors(error)
        res.sendStatus(599)
      }
      app.use(refuse)
    })
    expect((await fetch(`${serving.origin}/media/api/v1/assets`)).status).toBe(599)
    expect(errors).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        code: 'invalid_argument',
        context: { argument: 'store' },
        message:
          'createExpressHandler was passed as a handler itself. Call it: createExpressHandler(store).',
      }),
    )
  })

  describe('mounts', () => {
    it('answers below its mount, and gives links that lead there', async () => {
      serving = await serve(express(), (app, { store }) =>
        app.use('/media', createExpressHandler(store)),
      )
      const { url } = await upload(`${serving.origin}/media`)
      expect(url).toMatch(`${serving.origin}/media/api/v1/files/`)
      expect(await (await fetch(url, { headers: bearer() })).text()).toBe('hello')
    })

    it('answers below two nested routers', async () => {
      serving = await serve(express(), (app, { store }) => {
        const inner = express.Router().use('/media', createExpressHandler(store))
        const outer = express.Router({ mergeParams: true }).use('/:team', inner)
        app.use('/teams', outer)
      })
      const { url } = await upload(`${serving.origin}/teams/a%20b/media`)
      expect(url).toMatch(`${serving.origin}/teams/a%20b/media/api/v1/files/`)
      expect((await fetch(url, { headers: bearer() })).status).toBe(200)
    })

    it('answers at the root, and in an app within an app', async () => {
      serving = await serve(express(), (app, { store }) => {
        app.use('/inner', express().use(createExpressHandler(store)))
        app.use(createExpressHandler(store))
      })
      for (const base of [serving.origin, `${serving.origin}/inner`]) {
        expect((await upload(base)).url).toMatch(`${base}/api/v1/files/`)
      }
    })

    it('passes on what is not below /api/v1, and keeps its own 404', async () => {
      serving = await serve(express(), (app, { store }) => {
        app.use('/media', createExpressHandler(store))
        app.use((_req, res) => void res.status(404).send('the app'))
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
      serving = await serve(express(), (app, { store }) =>
        app.use('/media', createExpressHandler(store)),
      )
      const { id } = await upload(`${serving.origin}/media`)
      const get = (path: string) => fetch(serving.origin + path, { headers: bearer() })
      const elsewhere = [
        '/media%2Fapi/v1/assets',
        '/media/api%2Fv1/assets',
        '/media/api//v1/assets',
      ]
      for (const path of [...elsewhere, '/media/%61pi/v1/assets', '//media/api/v1/assets']) {
        expect((await get(path)).status, path).toBe(404)
      }
      for (const path of [`//${id}`, `/%2F${id}`, `/${id}%2F`, '/..%2Fopenapi.json', '/%zz']) {
        expect((await get(`/media/api/v1/assets${path}`)).status, path).toBe(404)
      }
      // Express 4 takes one slash too many off together with the mount.
      const doubled = await get('/media//api/v1/assets')
      if (doubled.status !== 404) {
        const { meta } = (await doubled.json()) as Listed
        expect(meta.path).toBe(`${serving.origin}/media/api/v1/assets`)
      }
    })

    it('keeps headers that middleware before it has set', async () => {
      serving = await serve(express(), (app, { store }) => {
        app.use((_req, res, next) => {
          res.setHeader('strict-transport-security', 'max-age=1')
          next()
        })
        app.use('/media', createExpressHandler(store))
      })
      const { headers } = await fetch(`${serving.origin}/media/api/v1/assets`)
      expect(headers.get('strict-transport-security')).toBe('max-age=1')
    })
  })

  describe('authenticate', () => {
    const alice: Principal = {
      kind: 'external',
      id: 'alice',
      tenant: 'default',
      permissions: ['read'],
    }
    const errors = vi.fn()
    const next: ErrorRequestHandler = (error, _req, res, _next) => {
      errors('next', error)
      res.sendStatus(599)
    }

    async function serveWith(options: ExpressHandlerOptions): Promise<string> {
      errors.mockClear()
      serving = await serve(express(), (app, { store }) => {
        app.use((req, _res, next) => next(void Object.assign(req, { user: 'alice' })))
        app.use(
          '/media',
          createExpressHandler(store, { onError: (error) => errors(error), ...options }),
        )
        app.use(next)
      })
      return `${serving.origin}/media/api/v1/assets`
    }

    it("gets Express's request with what middleware has put on it", async () => {
      const url = await serveWith({
        authenticate: (req: Request & { user?: string }) =>
          req.user === 'alice' && req.get('cookie') === 'a=1' && req.baseUrl === '/media'
            ? alice
            : null,
      })
      expect((await fetch(url, { headers: { cookie: 'a=1' } })).status).toBe(200)
      expect((await fetch(url)).status).toBe(401)
      expect((await fetch(url, { method: 'POST', headers: { cookie: 'a=1' } })).status).toBe(403)
    })

    it.each([
      [
        'throws',
        () => {
          throw new Error('database on fire')
        },
      ],
      [
        'rejects',
        async () => {
          throw new Error('database on fire')
        },
      ],
    ])(
      'answers 500 when it %s, calls onError, and passes no error to next',
      async (_, authenticate) => {
        const url = await serveWith({ authenticate })
        const response = await fetch(url)
        const text = await response.text()
        expect([response.status, JSON.parse(text).errors[0].code]).toEqual([500, 'internal_error'])
        expect(text).not.toContain('fire')
        expect(errors.mock.calls).toEqual([
          [expect.objectContaining({ message: 'database on fire' })],
        ])
      },
    )
  })
})

describe('createExpressHandler, options', () => {
  /** As plain JavaScript calls it. */
  const create = createExpressHandler as (store: unknown, options?: unknown) => unknown

  it.each<[object, string, RegExp]>([
    [{ path: '/media' }, 'path', /has no option path\..*app\.use\('\/media', handler\)/],
    [{ trustProxy: true }, 'trustProxy', /has no option trustProxy\..*app\.set\('trust proxy'/],
    [{ authenticate: {} }, 'authenticate', /a function/],
    [{ cors: { origins: ['https://a.example/'] } }, 'cors.origins[0]', /Write 'https:/],
    [{ minimumDownloadRate: 0 }, 'minimumDownloadRate', /from 1/],
  ])('refuses %j', async (options, argument, message) => {
    serving = await serve(express5(), () => {})
    expect(() => create(serving.store, options)).toThrow(
      expect.objectContaining({
        code: 'invalid_argument',
        context: { argument },
        message: expect.stringMatching(message),
      }),
    )
  })

  it('attaches only below a mount that it is told', async () => {
    serving = await serve(express5(), () => {})
    const { attach } = createExpressHandler(serving.store)
    const server = createServer()
    for (const mount of [undefined, {}, '/media']) {
      expect(() => attach(server, mount as never)).toThrow(/^mount.* such as .*\/media/)
    }
    expect(server.listenerCount('checkContinue')).toBe(0)
    expect(() => attach(server, { path: '' })()).not.toThrow()
  })

  it('says to await a store that was only begun to open', async () => {
    serving = await serve(express5(), () => {})
    expect(() => create(Promise.resolve(serving.store))).toThrow(/store must be .* Await it/)
  })
})
