import { once } from 'node:events'
import http2 from 'node:http2'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ApiRequest, ApiResponse } from '@stowage/api'
import { afterEach, describe, expect, it } from 'vitest'
import { type Serving, serve } from '../testing/serve.ts'
import { stubApi, text } from '../testing/stub-api.ts'
import { createNodeAdapter } from './create-node-adapter.ts'

let serving: Serving
let session: http2.ClientHttp2Session

afterEach(async () => {
  session.destroy()
  await serving.close()
})

async function start(
  answer: (request: ApiRequest) => Promise<ApiResponse> | ApiResponse,
  protocol: 'h2c' | 'h2' = 'h2c',
): Promise<void> {
  const adapter = createNodeAdapter(stubApi(answer))
  serving = await serve((req, res) => void adapter.handle(req, res), protocol)
  adapter.attach(serving.server)
  session = http2.connect(serving.origin, { rejectUnauthorized: false })
}

function request(headers: http2.OutgoingHttpHeaders): http2.ClientHttp2Stream {
  const stream = session.request({ ':path': '/api/v1/assets', ...headers })
  stream.on('error', () => {})
  return stream
}

describe('createNodeAdapter over HTTP/2', () => {
  it.each(['h2c', 'h2'] as const)('passes requests on and writes answers, %s', async (protocol) => {
    let seen: ApiRequest | undefined
    await start(async (received) => {
      seen = received
      return {
        status: 201,
        headers: { 'x-request-id': 'a' },
        body: Readable.from([await buffer(received.body ?? Readable.from([]))]),
      }
    }, protocol)
    const stream = request({ ':method': 'POST', ':path': '/api/v1/assets?page=1' })
    stream.end('hello')
    const [headers] = await once(stream, 'response')
    expect([headers[':status'], headers['x-request-id']]).toEqual([201, 'a'])
    expect(String(await buffer(stream))).toBe('hello')
    expect(seen).toMatchObject({
      path: '/api/v1/assets',
      query: 'page=1',
      baseUrl: serving.origin,
    })
    expect(Object.keys(seen?.headers ?? {})).not.toContain(':path')
    expect(seen?.signal.aborted).toBe(false)
  })

  it('passes on no body when the headers end the request, and answers HEAD', async () => {
    let seen: ApiRequest | undefined
    await start((received) => {
      seen = received
      return { status: 200, headers: { 'content-length': '12' }, body: null }
    })
    const stream = request({ ':method': 'HEAD' })
    const [headers] = await once(stream, 'response')
    expect(headers['content-length']).toBe('12')
    expect(seen).toMatchObject({ method: 'HEAD', body: null })
  })

  it.each([
    ['resets the stream', (stream: http2.ClientHttp2Stream) => stream.destroy()],
    ['closes the connection', () => session.destroy()],
  ])('makes the body fail and the signal abort when the client %s', async (_, leave) => {
    let outcome: unknown
    let seen: ApiRequest | undefined
    await start(async (received) => {
      seen = received
      outcome = await buffer(received.body ?? Readable.from([])).catch((error) => error)
      return text('too late')
    })
    const stream = request({ ':method': 'POST' })
    stream.write('hello')
    await expect.poll(() => seen).toBeDefined()
    leave(stream)
    await expect.poll(() => outcome).toMatchObject({ code: 'ECONNRESET' })
    expect(seen?.signal.aborted).toBe(true)
  })

  it('destroys a stream whose client goes away', async () => {
    const body = new Readable({
      read() {
        this.push(Buffer.alloc(16 * 1024))
      },
    })
    await start(() => ({ status: 200, headers: {}, body }))
    const stream = request({})
    await once(stream, 'response')
    stream.destroy()
    await expect.poll(() => body.destroyed).toBe(true)
  })

  // Node then sends empty frames without end where the socket is closed too: the process stands still, and grows.
  it('leaves a stream alone as long as Node resets it', async () => {
    const body = new Readable({
      read() {
        this.push(Buffer.alloc(16 * 1024))
      },
    })
    await start(() => ({ status: 200, headers: {}, body }))
    const destroyed: boolean[] = []
    ;(serving.server as http2.Http2Server).on('stream', (stream) => {
      stream.on('aborted', () => destroyed.push(stream.destroyed))
    })
    await once(request({}), 'response')
    session.destroy()
    await expect.poll(() => body.destroyed).toBe(true)
    expect(destroyed).toEqual([false])
  })

  it('asks for a body that waits for 100 Continue only when it is accepted', async () => {
    await start(async ({ headers, body, acceptBody }) => {
      if (headers.authorization === undefined) return text('refused', 401)
      acceptBody?.()
      return text(String(await buffer(body ?? Readable.from([]))))
    })
    const expecting = { ':method': 'POST', expect: '100-continue' }
    const accepted = request({ ...expecting, authorization: 'Bearer x' })
    await once(accepted, 'continue')
    accepted.end('hello')
    expect(String(await buffer(accepted))).toBe('hello')

    const refused = request(expecting)
    let asked = false
    refused.on('continue', () => {
      asked = true
    })
    const [headers] = await once(refused, 'response')
    expect([headers[':status'], asked]).toEqual([401, false])
  })
})
