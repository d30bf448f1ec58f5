import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import http2 from 'node:http2'
import net from 'node:net'
import { Readable } from 'node:stream'
import tls from 'node:tls'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectRaw } from '../testing/raw-connection.ts'
import { type Protocol, type Serving, serve } from '../testing/serve.ts'
import { stubApi } from '../testing/stub-api.ts'
import { createNodeAdapter, type NodeAdapterOptions } from './create-node-adapter.ts'

let serving: Serving

const NEVER = 2 ** 31 - 1

/** A busy machine may take its time. */
const POLLING = { timeout: 300_000 }

afterEach(() => serving.close())

/** Serves a body to clients that may stall for so long. */
async function start(
  body: Readable | Buffer,
  protocol: Protocol = 'http',
  stallTimeout = 100,
): Promise<{ errors: unknown[]; handled: Promise<void>[] }> {
  const errors: unknown[] = []
  const handled: Promise<void>[] = []
  const api = stubApi(() => ({ status: 200, headers: {}, body }))
  const adapter = createNodeAdapter(api, {
    stallTimeout,
    onError: (error) => errors.push(error),
  })
  serving = await serve((req, res) => handled.push(adapter.handle(req, res)), protocol)
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
    await expect.poll(serving.open, POLLING).toBe(0)
    await Promise.all(handled)
    if (body instanceof Readable) expect(body.destroyed).toBe(true)
    expect(errors).toEqual([])
    connection.socket.destroy()
  })

  it('loses the connection at once when the body is destroyed', async () => {
    const body = endless()
    const { errors, handled } = await start(body, 'http', NEVER)
    const accepted = once(serving.server, 'connection')
    const connection = await connectRaw(serving.port)
    const [server] = (await accepted) as [net.Socket]
    connection.socket.pause()
    connection.send(GET)
    await expect.poll(() => server.writableNeedDrain, POLLING).toBe(true)
    body.destroy()
    await expect.poll(serving.open, POLLING).toBe(0)
    await Promise.all(handled)
    expect(errors).toEqual([])
    connection.socket.destroy()
  })

  it('loses the stream of an HTTP/2 session at once when the body is destroyed', async () => {
    const body = endless()
    const { errors, handled } = await start(body, 'h2c', NEVER)
    const session = http2.connect(serving.origin, { settings: { initialWindowSize: 0 } })
    const stream = session.request({ ':path': '/api/v1/files' }).on('error', () => {})
    await once(stream, 'response')
    const closed = once(stream, 'close')
    body.destroy()
    await closed
    await Promise.all(handled)
    expect([serving.open(), errors]).toEqual([1, []])
    session.destroy()
  })

  it('loses the connection too when a middleware holds the answer back', async () => {
    const adapter = createNodeAdapter(
      stubApi(() => ({ status: 200, headers: {}, body: 'held' })),
      { stallTimeout: 100 },
    )
    serving = await serve((req, res) => {
      Object.assign(res, { end: () => res })
      void adapter.handle(req, res)
    })
    const connection = await connectRaw(serving.port)
    connection.send(GET)
    await expect.poll(serving.open).toBe(1)
    await expect.poll(serving.open, POLLING).toBe(0)
    connection.socket.destroy()
  })

  it('loses the stream of an HTTP/2 session, and no other', async () => {
    const body = endless()
    const { errors, handled } = await start(body, 'h2c')
    const session = http2.connect(serving.origin, { settings: { initialWindowSize: 0 } })
    const stream = session.request({ ':path': '/api/v1/files' }).on('error', () => {})
    await once(stream, 'response')
    await expect.poll(() => body.destroyed, POLLING).toBe(true)
    await Promise.all(handled)
    await new Promise((resolve) => session.ping(resolve))
    expect([serving.open(), errors]).toEqual([1, []])
    session.destroy()
  })

  it.each(['http', 'https'] as const)(
    'loses the connection too when it goes on sending, %s',
    async (protocol) => {
      const body = endless()
      await start(body, protocol)
      const origin = new URL(serving.origin)
      const socket =
        protocol === 'https'
          ? tls.connect({ port: Number(origin.port), rejectUnauthorized: false })
          : net.connect({ port: Number(origin.port), host: '127.0.0.1' })
      socket.on('error', () => {}).pause()
      socket.write(`${GET}GET /`)
      const dripping = setInterval(() => socket.write('x'), 10)
      await expect.poll(() => body.destroyed, POLLING).toBe(true)
      await expect.poll(serving.open, POLLING).toBe(0)
      clearInterval(dripping)
      socket.destroy()
    },
  )

  it('loses the stream of an HTTP/2 session too when it goes on sending', async () => {
    const body = endless()
    await start(body, 'h2c')
    const session = http2.connect(serving.origin, { settings: { initialWindowSize: 0 } })
    const headers = { ':method': 'POST', ':path': '/api/v1/files' }
    const stream = session.request(headers).on('error', () => {})
    const dripping = setInterval(() => stream.write('x'), 10)
    await expect.poll(() => body.destroyed, POLLING).toBe(true)
    clearInterval(dripping)
    session.destroy()
  })
})

describe('an answer whose head cannot be written', () => {
  it('closes the file that it would have sent, and tells onError', async () => {
    const body = endless()
    const { errors, handled } = await start(body)
    // A time-out of the app, which answers in the place of a slow handler and goes on writing.
    serving.server.prependListener('request', (_req: unknown, res: ServerResponse) => {
      res.writeHead(503).write('late')
    })
    const connection = await connectRaw(serving.port)
    connection.send(GET)
    await expect.poll(() => handled.length).toBe(1)
    await Promise.all(handled)
    expect(body.destroyed).toBe(true)
    expect(errors).toMatchObject([{ code: 'ERR_HTTP_HEADERS_SENT' }])
    connection.socket.destroy()
  })
})

describe('a client that takes its answer slowly', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Takes the answer, with so many milliseconds between one piece that leaves the server and the next. */
  async function takeWith(
    pause: number,
    { size, limits }: { size: number; limits: NodeAdapterOptions },
  ): Promise<{ broken: boolean; pieces: number }> {
    const api = stubApi(() => ({
      status: 200,
      headers: { 'content-length': String(size) },
      // One chunk for all of it: progress must be seen within.
      body: Readable.from([Buffer.alloc(size)]),
    }))
    const adapter = createNodeAdapter(api, { stallTimeout: 1000, ...limits })
    serving = await serve((req, res) => void adapter.handle(req, res))
    const accepted = once(serving.server, 'connection')
    const { socket } = await connectRaw(serving.port)
    const [server] = (await accepted) as [net.Socket]
    let received = 0
    socket
      .on('error', () => {})
      .on('data', (chunk: string) => {
        received += chunk.length
        socket.pause()
      })
    socket.write(GET)
    let pieces = 0
    let written = 0
    while (received < size && !server.destroyed) {
      socket.resume()
      await new Promise(setImmediate)
      if (server.bytesWritten === written) continue
      written = server.bytesWritten
      pieces += 1
      vi.advanceTimersByTime(pause)
    }
    socket.destroy()
    return { broken: received < size, pieces }
  }

  const size = 64 * 1024 ** 2

  it('is served when each piece moves in time, however long a chunk lasts', async () => {
    const { broken, pieces } = await takeWith(900, { size, limits: {} })
    expect(broken).toBe(false)
    expect(pieces).toBeGreaterThan(4)
  })

  it.each([
    [59_000, false],
    [61_000, true],
  ])(
    'has 60 s for each piece by default: with %i ms between them it is broken: %s',
    async (pause, broken) => {
      expect(
        (await takeWith(pause, { size, limits: { stallTimeout: undefined as never } })).broken,
      ).toBe(broken)
    },
  )

  it('loses the connection where that is below the minimumDownloadRate', async () => {
    const limits = { minimumDownloadRate: 1024 ** 3 }
    expect((await takeWith(900, { size, limits })).broken).toBe(true)
  })
})
