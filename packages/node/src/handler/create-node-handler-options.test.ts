import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { createApi } from '@stowage/api'
import { openTemporaryStore, type TemporaryStore } from '@stowage/testing/http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNodeAdapter } from '../adapter/create-node-adapter.ts'
import { createNodeHandler } from './create-node-handler.ts'

/** As plain JavaScript calls it. */
const create = createNodeHandler as (store: unknown, options?: unknown) => unknown

let temporary: TemporaryStore

beforeAll(async () => {
  temporary = await openTemporaryStore({})
})
afterAll(() => temporary.dispose())

describe('createNodeHandler, options', () => {
  it('takes those of the api and of the adapter, and a path', () => {
    const options = { baseUrl: 'https://a.example', trustProxy: true, path: '/media', linger: {} }
    expect(() => createNodeHandler(temporary.store, options)).not.toThrow()
  })

  it.each<[object, string, RegExp]>([
    [{ path: 5 }, 'path', /such as \/media/],
    ...['https://a.example/media', '/media/*', '/media?a=b', '/my media', '/a//b', '/ä'].map(
      (path): [object, string, RegExp] => [{ path }, 'path', /a path as it stands in URLs/],
    ),
    [{ path: '/media/api/v1' }, 'path', /must end before \/api\/v1/],
    [{ prefix: '/media' }, 'prefix', /createNodeHandler has no option prefix/],
    [{ prefix: '/media' }, 'prefix', /Did you mean path\?/],
    [{ limits: { fileSize: 1 } }, 'limits.fileSize', /It belongs to openAssetStore/],
    [{ stallTimeout: 0 }, 'stallTimeout', /from 1/],
    [{ cors: true }, 'cors', /an object with origins/],
    [{ trustproxy: true }, 'trustproxy', /Did you mean trustProxy\?/],
  ])('refuses %j', (options, argument, message) => {
    expect(() => create(temporary.store, options)).toThrow(
      expect.objectContaining({
        code: 'invalid_argument',
        context: { argument },
        message: expect.stringMatching(message),
      }),
    )
  })

  it('says to call it when it was passed as a handler itself', () => {
    const request = new IncomingMessage(new Socket())
    expect(() => create(request, new ServerResponse(request))).toThrow(
      'createNodeHandler was passed as a handler itself. Call it: createNodeHandler(store).',
    )
  })

  it('takes a path with or without slashes at its ends', () => {
    for (const path of ['', '/', 'media', '/media/', '/a/b.c~%20', '/api']) {
      expect(() => createNodeHandler(temporary.store, { path }), path).not.toThrow()
    }
  })

  it('attaches below a mount, which it is told by name', () => {
    const { attach } = createNodeHandler(temporary.store)
    const server = createServer()
    for (const mount of ['/media', { prefix: '/media' }, { path: 5 }]) {
      expect(() => attach(server, mount as never)).toThrow(
        expect.objectContaining({
          code: 'invalid_argument',
          context: { argument: expect.stringMatching(/^mount/) },
        }),
      )
    }
    expect(server.listenerCount('checkContinue')).toBe(0)
  })

  it('says of an app which server to attach to', () => {
    const { attach } = createNodeHandler(temporary.store)
    const app = Object.assign(() => {}, { on() {}, removeListener() {} })
    expect(() => attach(app as never)).toThrow(
      'server must be a server, not an app. Pass what app.listen() returned, or http.createServer(app).',
    )
  })

  it('attaches to a server alone', () => {
    const { attach } = createNodeHandler(temporary.store)
    for (const server of [undefined, {}]) {
      expect(() => attach(server as never)).toThrow(
        expect.objectContaining({ code: 'invalid_argument', context: { argument: 'server' } }),
      )
    }
  })

  it('is built on an api, which a store is not', () => {
    for (const api of [undefined, temporary.store, createApi]) {
      expect(() => createNodeAdapter(api as never)).toThrow(
        expect.objectContaining({ code: 'invalid_argument', context: { argument: 'api' } }),
      )
    }
  })

  it('says to await a store that was only begun to open', () => {
    expect(() => create(Promise.resolve(temporary.store))).toThrow(
      expect.objectContaining({
        context: { argument: 'store' },
        message: expect.stringMatching(/Await it/),
      }),
    )
  })
})
