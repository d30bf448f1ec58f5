import { once } from 'node:events'
import http2 from 'node:http2'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { connectRaw } from '../testing/raw-connection.ts'
import { type Protocol, type Serving, serve } from '../testing/serve.ts'
import { stubApi } from '../testing/stub-api.ts'
import { createEdge } from './create-edge.ts'

let serving: Serving

afterEach(() => serving.close())

/** Serves a body to clients that may stall for 100 ms. */
async function start(
  body: Readable | Buffer,
  protocol: Protocol = 'http',
): Promise<{ errors: unknown[]; handled: Promise<void>[] }> {
  const errors: unknown[] = []
  const handled: Promise<void>[] = []
  const api = stubApi(() => ({ status: 200, headers: {}, body }))
  const edge = createEdge(api, { stallTimeout: 100, onError: (error) => errors.push(error) })
  serving = await serve((req, res) => handled.push(edge.handle(req, res)), protocol)
  return { errors, handled }
}

function endless(): Readable {
  return new Readable({
    read() {
      this.push(Buffer.alloc(64 * 1024))
    },
  })
}

const GET = 'GET /api/v1/files HTTP/1.1\r\nHost: x\r\n\r\n'

describe('a client that takes nothing of its answer', () => {
  it.each([
    ['a stream', endless],
    ['bytes', () => Buffer.alloc(32 * 1024 ** 2)],
  ])('loses the connection after the stallTimeout, when it is %s', async (_, bodyOf) => {
    const body = bodyOf()
    const { errors, handled } = await start(body)
    const connection = await connectRaw(serving.port)
    connection.socket.pause()
    connection.send(GET)
    await expect.poll(() => handled.length).toBe(1)
    await expect.poll(serving.open).toBe(0)
    await Promise.all(handled)
    if (body instanceof Readable) expect(body.destroyed).toBe(true)
    expect(errors).toEqual([])
    connection.socket.destroy()
  })

  it('loses the connection too when a middleware holds the answer back', async () => {
    const edge = createEdge(
      stubApi(() => ({ status: 200, headers: {}, body: 'held' })),
      { stallTimeout: 100 },
    )
    serving = await serve((req, res) => {
      Object.assign(res, { end: () => res })
      void edge.handle(req, res)
    })
    const connection = await connectRaw(serving.port)
    connection.send(GET)
    await expect.poll(serving.open).toBe(1)
    await expect.poll(serving.open).toBe(0)
    connection.socket.destroy()
  })

  it('loses the stream of an HTTP/2 session, and no other', async () => {
    const body = endless()
    const { errors, handled } = await start(body, 'h2c')
    const session = http2.connect(serving.origin, { settings: { initialWindowSize: 0 } })
    const stream = session.request({ ':path': '/api/v1/files' }).on('error', () => {})
    await once(stream, 'response')
    await expect.poll(() => body.destroyed).toBe(true)
    await Promise.all(handled)
    await new Promise((resolve) => session.ping(resolve))
    expect([serving.open(), errors]).toEqual([1, []])
    session.destroy()
  })

  it('is served when it takes a little again and again, however long a chunk lasts', async () => {
    const size = 32 * 1024 ** 2
    await start(Readable.from([Buffer.alloc(size)]))
    const connection = await connectRaw(serving.port)
    let received = 0
    connection.socket.on('data', (chunk: string) => {
      received += chunk.length
      connection.socket.pause()
    })
    const reading = setInterval(() => connection.socket.resume(), 1)
    connection.send(GET)
    await expect.poll(() => received, { timeout: 10_000 }).toBeGreaterThan(size)
    clearInterval(reading)
    connection.socket.destroy()
  })
})
