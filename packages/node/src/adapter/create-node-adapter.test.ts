import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ApiRequest, ApiResponse } from '@stowage/api'
import { afterEach, describe, expect, it } from 'vitest'
import { connectRaw } from '../testing/raw-connection.ts'
import { type Serving, serve } from '../testing/serve.ts'
import { stubApi, text } from '../testing/stub-api.ts'
import { createNodeAdapter, type Mount, type NodeAdapterOptions } from './create-node-adapter.ts'

let serving: Serving | undefined

afterEach(async () => {
  await serving?.close()
})

async function start(
  answer: (request: ApiRequest) => Promise<ApiResponse> | ApiResponse,
  { path = '', ...options }: NodeAdapterOptions & Mount = {},
): Promise<Serving> {
  const adapter = createNodeAdapter(stubApi(answer), options)
  serving = await serve((req, res) => void adapter.handle(req, res, { path }))
  return serving
}

/** Resolves once the signal aborts. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
}

describe('createNodeAdapter, requests', () => {
  it('passes method, path, query, base URL and headers on as they came', async () => {
    let seen: ApiRequest | undefined
    const { port } = await start((request) => {
      seen = request
      return text('ok')
    })
    const connection = await connectRaw(port)
    connection.send(
      'GET /api/v1/a%20b?x=%31 HTTP/1.1\r\nHost: media.example\r\nAuthorization: a\r\n' +
        'Authorization: b\r\nCookie: a=1\r\nCookie: b=2\r\nConnection: close\r\n\r\n',
    )
    await connection.untilClosed()
    expect(seen).toMatchObject({
      method: 'GET',
      path: '/api/v1/a%20b',
      query: 'x=%31',
      baseUrl: 'http://media.example',
      body: null,
    })
    expect(seen?.headers).toMatchObject({ authorization: 'a, b', cookie: 'a=1; b=2' })
    expect(seen?.raw).toBeInstanceOf(http.IncomingMessage)
  })

  it.each([
    ['with Content-Length', 'Content-Length: 5\r\n\r\nhello', 'hello'],
    ['in chunks', 'Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n', 'hello'],
    ['of no bytes', 'Content-Length: 0\r\n\r\n', null],
  ])('passes on a body %s', async (_, rest, expected) => {
    const { port } = await start(async ({ body }) =>
      text(JSON.stringify(body === null ? null : String(await buffer(body)))),
    )
    const connection = await connectRaw(port)
    connection.send(`POST /api/v1/assets HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${rest}`)
    expect(await connection.untilClosed()).toMatch(`\r\n\r\n${JSON.stringify(expected)}`)
  })

  it('makes the body fail and the signal abort when the client goes away in the middle', async () => {
    let outcome: unknown
    let request: ApiRequest | undefined
    const { port } = await start(async (received) => {
      request = received
      outcome = await buffer(received.body ?? Readable.from([])).catch((error) => error)
      return text('too late')
    })
    const connection = await connectRaw(port)
    connection.send('POST /api/v1/assets HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhello')
    await expect.poll(() => request).toBeDefined()
    connection.socket.resetAndDestroy()
    await expect.poll(() => outcome).toMatchObject({ code: 'ECONNRESET' })
    await expect.poll(() => request?.signal.aborted).toBe(true)
  })

  it('aborts the signal when the client goes away while it waits for the answer', async () => {
    let gone = false
    const { port } = await start(async ({ signal }) => {
      connection.socket.destroy()
      await aborted(signal)
      gone = true
      return text('too late')
    })
    const connection = await connectRaw(port)
    connection.send('GET /api/v1/assets HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => gone).toBe(true)
  })

  it('does not abort the signal because the body has been read', async () => {
    const { origin } = await start(async ({ body, signal }) => {
      await buffer(body ?? Readable.from([]))
      await new Promise((resolve) => setImmediate(resolve))
      return text(String(signal.aborted))
    })
    const response = await fetch(`${origin}/api/v1/assets`, { method: 'POST', body: 'hello' })
    expect(await response.text()).toBe('false')
  })

  it('does not abort the signal of an answered request', async () => {
    let signal: AbortSignal | undefined
    const { origin } = await start((request) => {
      signal = request.signal
      return text('ok')
    })
    await (await fetch(`${origin}/api/v1/assets`, { headers: { connection: 'close' } })).text()
    await new Promise(setImmediate)
    expect(signal?.aborted).toBe(false)
  })
})

describe('createNodeAdapter, answers', () => {
  it.each([
    ['text', () => 'hällo'],
    ['bytes', () => Buffer.from('hällo')],
    ['a stream', () => Readable.from([Buffer.from('hä'), Buffer.from('llo')])],
  ])('writes %s', async (_, body) => {
    const { origin } = await start(() => ({
      status: 201,
      headers: { 'content-type': 'text/plain', 'x-request-id': 'a' },
      body: body(),
    }))
    const response = await fetch(`${origin}/api/v1/assets`)
    expect([response.status, response.headers.get('x-request-id')]).toEqual([201, 'a'])
    expect(await response.text()).toBe('hällo')
  })

  it('answers HEAD with the length and without a body', async () => {
    const { origin } = await start(() => ({
      status: 200,
      headers: { 'content-length': '1234' },
      body: null,
    }))
    const response = await fetch(`${origin}/api/v1/assets`, { method: 'HEAD' })
    expect(response.headers.get('content-length')).toBe('1234')
    expect(await response.text()).toBe('')
  })

  it('keeps the connection after a POST whose body was read', async () => {
    const { port, connections } = await start(async ({ body }) =>
      text(String((await buffer(body ?? Readable.from([]))).length)),
    )
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    for (const size of [10, 300_000, 1]) {
      const request = http.request({ port, agent, method: 'POST', path: '/api/v1/assets' })
      request.end(Buffer.alloc(size))
      const [response] = (await once(request, 'response')) as [http.IncomingMessage]
      expect(String(await buffer(response))).toBe(String(size))
    }
    agent.destroy()
    expect(connections()).toBe(1)
  })

  it('reads no more from a stream than a slow client takes', async () => {
    let produced = 0
    const { port } = await start(() => ({
      status: 200,
      headers: {},
      body: new Readable({
        read() {
          produced += 64 * 1024
          this.push(Buffer.alloc(64 * 1024))
        },
      }),
    }))
    const connection = await connectRaw(port)
    connection.socket.pause()
    connection.send('GET /api/v1/files HTTP/1.1\r\nHost: x\r\n\r\n')
    let before = -1
    while (produced !== before || produced === 0) {
      before = produced
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    // What the kernel buffers of a loopback connection, and some buffers of the adapter.
    expect(produced).toBeLessThan(16 * 1024 * 1024)
    connection.socket.destroy()
  })

  it('destroys the stream when the client goes away', async () => {
    const body = new Readable({
      read() {
        this.push(Buffer.alloc(64 * 1024))
      },
    })
    const errors: unknown[] = []
    const { port } = await start(() => ({ status: 200, headers: {}, body }), {
      onError: (error) => errors.push(error),
    })
    const connection = await connectRaw(port)
    connection.send('GET /api/v1/files HTTP/1.1\r\nHost: x\r\n\r\n')
    await connection.until('200')
    const closed = once(body, 'close').catch(() => {})
    connection.socket.destroy()
    await closed
    expect(body.destroyed).toBe(true)
    expect(errors).toEqual([])
  })

  it('destroys the stream of an answer that comes after the client has gone', async () => {
    const body = new Readable({ read() {} })
    const { port } = await start(async ({ signal }) => {
      connection.socket.destroy()
      await aborted(signal)
      return { status: 200, headers: {}, body }
    })
    const connection = await connectRaw(port)
    connection.send('GET /api/v1/files HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => body.destroyed).toBe(true)
  })

  it('breaks the connection off when the stream fails, and says why', async () => {
    const errors: unknown[] = []
    const { port } = await start(
      () => ({
        status: 200,
        headers: { 'content-length': '100' },
        body: Readable.from(
          (async function* () {
            yield Buffer.from('half of it')
            throw new Error('disk on fire')
          })(),
        ),
      }),
      { onError: (error) => errors.push(error) },
    )
    const connection = await connectRaw(port)
    connection.send('GET /api/v1/files HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(await connection.untilClosed().catch(() => 'reset')).not.toContain('fire')
    expect(errors).toEqual([expect.objectContaining({ message: 'disk on fire' })])
  })
})

describe('createNodeAdapter, an onError that fails itself', () => {
  const fail = (): never => {
    throw new Error('the logger is down')
  }
  const brokenBody = () => {
    const read = () => body.destroy(new Error('disk on fire'))
    const body = new Readable({ read })
    return { status: 200, headers: {}, body }
  }
  const brokenApi = () => {
    throw new Error('a bug')
  }

  it.each([
    ['throws after a body broke off', fail, brokenBody],
    ['throws after the api failed', fail, brokenApi],
    ['rejects after a body broke off', async () => fail(), brokenBody],
    ['rejects after the api failed', async () => fail(), brokenApi],
  ])('is a warning and no more when it %s', async (_, onError, answer) => {
    const { port } = await start(answer, { onError })
    const connection = await connectRaw(port)
    connection.socket.on('error', () => {})
    const warned = once(process, 'warning')
    const closed = once(connection.socket, 'end')
    connection.send('GET /api/v1/files HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(await warned).toMatchObject([{ message: 'the logger is down' }])
    await closed
    connection.socket.destroy()
  })
})

describe('createNodeAdapter, options', () => {
  const notWhole = [0, -1, 1.5, Number.POSITIVE_INFINITY, Number.NaN]
  it.each<[object, string]>([
    ...[...notWhole, 2 ** 31].map((stallTimeout): [object, string] => [
      { stallTimeout },
      'stallTimeout',
    ]),
    ...notWhole.map((minimumDownloadRate): [object, string] => [
      { minimumDownloadRate },
      'minimumDownloadRate',
    ]),
    [{ trustProxy: 1 }, 'trustProxy'],
    [{ onError: 'log' }, 'onError'],
    [{ linger: 5 }, 'linger'],
    [{ linger: { silenceMs: 0 } }, 'linger.silenceMs'],
    [{ linger: { all: 5 } }, 'linger.all'],
    [{ stalTimeout: 5 }, 'stalTimeout'],
  ])('refuses %j, and names %s', (options, argument) => {
    const api = stubApi(() => text('ok'))
    expect(() => createNodeAdapter(api, options as never)).toThrow(
      expect.objectContaining({ code: 'invalid_argument', context: { argument } }),
    )
  })
})

describe('createNodeAdapter, mounts', () => {
  it('serves the same below a path, and answers 404 outside it through the api', async () => {
    const { origin } = await start(
      ({ baseUrl, path }) => text(`${baseUrl} ${path}`, path.startsWith('/api/v1') ? 200 : 404),
      { path: '/media' },
    )
    const inside = await fetch(`${origin}/media/api/v1/assets`)
    expect(await inside.text()).toBe(`${origin}/media /api/v1/assets`)
    expect((await fetch(`${origin}/api/v1/assets`)).status).toBe(404)
    expect((await fetch(`${origin}/media/elsewhere`)).status).toBe(404)
  })

  it('passes on what is not its own when there is a next', async () => {
    const adapter = createNodeAdapter(stubApi(() => text('ours')))
    serving = await serve(
      (req, res) => void adapter.handle(req, res, { next: () => res.end('next') }),
    )
    expect(await (await fetch(`${serving.origin}/api/v1`)).text()).toBe('ours')
    expect(await (await fetch(`${serving.origin}/api/v10`)).text()).toBe('next')
  })

  it('takes the scheme from the connection', async () => {
    const adapter = createNodeAdapter(stubApi(({ baseUrl }) => text(baseUrl)))
    serving = await serve((req, res) => void adapter.handle(req, res), 'https')
    const request = https.get(`${serving.origin}/api/v1`, { rejectUnauthorized: false })
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    expect(String(await buffer(response))).toBe(serving.origin)
  })
})
