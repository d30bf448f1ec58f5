import { once } from 'node:events'
import http2, { type Http2Session, type ServerHttp2Session } from 'node:http2'
import net from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createNodeHandler } from '../../handler/create-node-handler.ts'
import { openMemoryStore } from '../../testing/memory-store.ts'
import { type Serving, serve } from '../../testing/serve.ts'
import { watchSessions } from './http2-sessions.ts'

let serving: Serving

afterEach(() => serving.close())

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
const CANCEL = Buffer.from([0, 0, 0, 8])

/** A frame of RFC 9113 §4.1. */
function frame(type: number, flags: number, stream: number, payload = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** A header of RFC 7541 §6.2.2, not indexed. */
function header(name: string, value: string): Buffer {
  return Buffer.concat([
    Buffer.from([0, name.length]),
    Buffer.from(name),
    Buffer.from([value.length]),
    Buffer.from(value),
  ])
}

/** Opens so many streams and resets each at once. */
function rapidReset(count: number): Buffer {
  const headers = Buffer.concat([
    header(':method', 'GET'),
    header(':path', '/'),
    header(':scheme', 'http'),
    header(':authority', 'x'),
  ])
  const frames = Array.from({ length: count }, (_, index) => [
    frame(1, 5, 2 * index + 1, headers),
    frame(3, 0, 2 * index + 1, CANCEL),
  ])
  return Buffer.concat([PREFACE, frame(4, 0, 0), ...frames.flat()])
}

async function serveWatched(
  limits: Parameters<typeof watchSessions>[1],
  {
    timeout,
    answer = (res) => setImmediate(() => res.end('x')),
  }: { timeout?: number; answer?: (res: http2.Http2ServerResponse) => void } = {},
) {
  serving = await serve((_, res) => answer(res as http2.Http2ServerResponse), 'h2c')
  const { server } = serving
  if (timeout !== undefined) Object.assign(server, { timeout })
  watchSessions(server, limits)
  const sessions = new Set<Http2Session>()
  ;(server as http2.Http2Server).on('session', (session: ServerHttp2Session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
  })
  return sessions
}

async function left(sessions: ReadonlySet<Http2Session>): Promise<void> {
  await expect.poll(() => [sessions.size, serving.open()]).toEqual([0, 0])
}

describe('watchSessions', () => {
  it.each<[string, Parameters<typeof serveWatched>[1]]>([
    ['whose answers come later', {}],
    ['whose answers are written at once', { answer: (res) => res.end('x') }],
  ])(
    'ends a session that Node has given up after a rapid reset, and its socket: %s',
    async (_, answers) => {
      const sessions = await serveWatched({ idle: 600_000, ping: 200 }, answers)
      const socket = net.connect(serving.port, '127.0.0.1').on('error', () => {})
      await once(socket, 'connect')
      socket.write(rapidReset(1500))
      // GOAWAY, the last frame that Node sends.
      for await (const chunk of socket) if (chunk.includes(Buffer.from([0, 0, 8, 7]))) break
      socket.destroy()
      await left(sessions)
    },
  )

  it('keeps a session whose client resets many streams and is still there', async () => {
    const sessions = await serveWatched({ idle: 600_000, ping: 20_000 })
    const client = http2.connect(serving.origin)
    await Promise.all([once(client, 'connect'), once(serving.server, 'session')])
    for (let count = 0; count < 120; count += 1) {
      const stream = client.request({ ':path': '/' }).on('error', () => {})
      stream.close(http2.constants.NGHTTP2_CANCEL)
      if (count % 20 === 0) await new Promise((resolve) => client.ping(resolve))
    }
    for (let count = 0; count < 3; count += 1) await new Promise((resolve) => client.ping(resolve))
    expect(sessions.size).toBe(1)
    expect(String(await buffer(client.request({ ':path': '/' })))).toBe('x')
    client.destroy()
  })

  it('ends a session without a stream and without a byte', async () => {
    const sessions = await serveWatched({ idle: 100, ping: 10_000 })
    // It may be ended before the client knows that it is connected.
    const client = http2.connect(serving.origin).on('error', () => {})
    await once(client, 'close')
    await left(sessions)
  })

  it('is done for a server that a handler is attached to', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { store, dispose } = await openMemoryStore()
    const handler = createNodeHandler(store)
    serving = await serve(handler, 'h2c')
    handler.attach(serving.server)
    const made = once(serving.server, 'session')
    const client = http2.connect(serving.origin)
    await made
    const gone = once(client, 'close')
    vi.advanceTimersByTime(140_000)
    await gone
    vi.useRealTimers()
    await expect.poll(() => serving.open()).toBe(0)
    await dispose()
  })

  it('leaves servers alone that have a time-out of their own', async () => {
    const sessions = await serveWatched({ idle: 20, ping: 10_000 }, { timeout: 600_000 })
    const client = http2.connect(serving.origin)
    await once(client, 'connect')
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(sessions.size).toBe(1)
    client.destroy()
  })

  // Else Node destroys one that is answered first, and sends its data, which are gone, as empty frames without end.
  it('resets open streams before Node destroys those of a session whose socket fails', async () => {
    const sessions = await serveWatched({ idle: 600_000, ping: 10_000 }, { answer: () => {} })
    const accepted = once(serving.server, 'connection') as Promise<[net.Socket]>
    const made = once(serving.server, 'session') as Promise<[ServerHttp2Session]>
    const client = http2.connect(serving.origin).on('error', () => {})
    client.request({ ':path': '/' }).on('error', () => {})
    const [[socket], [session]] = await Promise.all([accepted, made])
    const [stream] = (await once(session, 'stream')) as [http2.ServerHttp2Stream]
    stream.on('error', () => {})
    socket.destroy(new Error('reset'))
    await left(sessions)
    expect(stream.rstCode).toBe(http2.constants.NGHTTP2_CANCEL)
    client.destroy()
  })
})
