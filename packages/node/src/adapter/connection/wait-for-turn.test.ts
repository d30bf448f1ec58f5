import { EventEmitter, once } from 'node:events'
import { existsSync } from 'node:fs'
import http2 from 'node:http2'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { buffer, text as textOf } from 'node:stream/consumers'
import { type Api, createApi } from '@stowage/api'
import { openTemporaryStore, type TemporaryStore } from '@stowage/testing/http'
import { afterEach, describe, expect, it } from 'vitest'
import { connectRaw, type RawConnection } from '../../testing/raw-connection.ts'
import { type Serving, serve } from '../../testing/serve.ts'
import { stubApi, text } from '../../testing/stub-api.ts'
import { createNodeAdapter } from '../create-node-adapter.ts'

let serving: Serving
let fixture: TemporaryStore | undefined

afterEach(async () => {
  await serving.close()
  await fixture?.dispose()
  fixture = undefined
})

function get(path: string, headers = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`
}

/** A connection, and the server's end of it. */
async function connectBoth(): Promise<[RawConnection, Socket]> {
  const accepted = once(serving.server, 'connection')
  const connection = await connectRaw(serving.port)
  const [socket] = (await accepted) as [Socket]
  return [connection, socket]
}

/** Resets the connection, and waits until the server has heard of it. */
async function lose({ socket }: RawConnection): Promise<void> {
  socket.resetAndDestroy()
  await expect.poll(serving.open).toBe(0)
}

/** An api that answers with the path and 128 KiB as a stream, and counts how many of these are open. */
function countingApi(): { api: Api; open: () => number; most: () => number; paths: string[] } {
  const bodies = new Set<Readable>()
  let most = 0
  const paths: string[] = []
  const api = stubApi(({ path }) => {
    const padding = Buffer.alloc(64 * 1024, '.')
    const body = Readable.from([Buffer.from(`<${path}>`), padding, padding])
    for (const event of ['end', 'close']) body.once(event, () => bodies.delete(body))
    bodies.add(body)
    most = Math.max(most, bodies.size)
    paths.push(path)
    return { status: 200, headers: {}, body }
  })
  return { api, open: () => bodies.size, most: () => most, paths }
}

describe('pipelined requests', () => {
  it('are answered in their order, one at a time, without a warning', async () => {
    const warnings: Error[] = []
    const listen = (warning: Error) => warnings.push(warning)
    process.on('warning', listen)
    const { api, most, paths } = countingApi()
    const adapter = createNodeAdapter(api)
    serving = await serve((req, res) => void adapter.handle(req, res))
    const connection = await connectRaw(serving.port)
    const asked = Array.from({ length: 20 }, (_, index) => `/api/v1/${index}`)
    connection.send(asked.map((path) => get(path)).join(''))
    await connection.until('</api/v1/19>')
    expect(paths).toEqual(asked)
    expect(most()).toBe(1)
    connection.socket.destroy()
    process.off('warning', listen)
    expect(warnings).toEqual([])
  })

  it('stop the reading of their connection when many wait, and start it again', async () => {
    let answer: (() => void) | undefined
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const adapter = createNodeAdapter(stubApi(({ path }) => answered.then(() => text(`<${path}>`))))
    let asked = 0
    serving = await serve((req, res) => {
      asked += 1
      void adapter.handle(req, res)
    })
    const [connection, socket] = await connectBoth()
    // Sixteen of them fill one read of the server.
    const padding = `X-Padding: ${'x'.repeat(4000)}\r\n`
    const paths = Array.from({ length: 500 }, (_, index) => `/api/v1/${index}`)
    connection.send(paths.map((path) => get(path, padding)).join(''))
    await expect.poll(() => socket.isPaused()).toBe(true)
    expect(asked).toBeLessThan(16 + 2 * 17)
    answer?.()
    const all = await connection.until('</api/v1/499>')
    expect(all.match(/<[^>]+>/g)).toEqual(paths.map((path) => `<${path}>`))
    expect(asked).toBe(500)
    connection.socket.destroy()
  })

  it('add no listener each to their connection', async () => {
    const adapter = createNodeAdapter(stubApi(() => new Promise(() => {})))
    let asked = 0
    serving = await serve((req, res) => {
      asked += 1
      void adapter.handle(req, res)
    })
    const [connection, socket] = await connectBoth()
    const listeners = () =>
      socket.eventNames().reduce((sum, name) => sum + socket.listenerCount(name), 0)
    connection.send(get('/api/v1/a').repeat(2))
    await expect.poll(() => asked).toBe(2)
    const before = listeners()
    connection.send(get('/api/v1/b').repeat(500))
    await expect.poll(() => asked).toBeGreaterThan(400)
    expect(listeners()).toBe(before)
    connection.socket.destroy()
  })

  it('let other connections be answered in between', async () => {
    const paths: string[] = []
    let other: RawConnection | undefined
    const adapter = createNodeAdapter(
      stubApi(({ path }) => {
        if (paths.push(path) === 2) other?.send(get('/api/v1/other'))
        return text(`<${path}>`)
      }),
    )
    serving = await serve((req, res) => void adapter.handle(req, res))
    other = await connectRaw(serving.port)
    const connection = await connectRaw(serving.port)
    connection.send(get('/api/v1/many').repeat(1000) + get('/api/v1/last'))
    await Promise.all([other.until('<'), connection.until('</api/v1/last>')])
    expect(paths.indexOf('/api/v1/other')).toBeLessThan(500)
    other.socket.destroy()
    connection.socket.destroy()
  })

  it('have their bodies read, also where a parser has done so while they waited', async () => {
    const adapter = createNodeAdapter(
      stubApi(async ({ body }) => text(`<${body && (await textOf(body))}>`)),
    )
    serving = await serve(async (req, res) => {
      if (req.url?.endsWith('parsed')) Object.assign(req, { body: await buffer(req) })
      await adapter.handle(req, res)
    })
    const connection = await connectRaw(serving.port)
    const post = (path: string, body: string) =>
      `POST /api/v1/${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    connection.send(post('raw', 'one') + post('parsed', 'two') + post('raw', 'three'))
    expect(await connection.until('<three>')).toMatch(/<one>.*<two>.*<three>/s)
    connection.socket.destroy()
  })

  it('are not served when the client left during middleware before', async () => {
    const { api, paths } = countingApi()
    const adapter = createNodeAdapter(api)
    const middleware = new EventEmitter().setMaxListeners(0)
    const handled: Promise<void>[] = []
    serving = await serve((req, res) => {
      handled.push(once(middleware, 'done').then(() => adapter.handle(req, res)))
    })
    const connection = await connectRaw(serving.port)
    connection.send(get('/api/v1/file').repeat(50))
    await expect.poll(() => handled.length).toBe(50)
    await lose(connection)
    middleware.emit('done')
    await Promise.all(handled)
    expect(paths).toEqual([])
  })

  it('are not served when the client leaves before their turn, read by a parser or not', async () => {
    const paths: string[] = []
    const adapter = createNodeAdapter(
      stubApi(({ path }) => {
        paths.push(path)
        return { status: 200, headers: {}, body: new Readable({ read() {} }) }
      }),
    )
    const handled: Promise<void>[] = []
    serving = await serve(async (req, res) => {
      if (req.method === 'POST') await buffer(req)
      handled.push(adapter.handle(req, res))
    })
    const connection = await connectRaw(serving.port)
    const parsed = 'POST /api/v1/c HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}'
    connection.send(get('/api/v1/a') + get('/api/v1/b') + parsed)
    await expect.poll(() => handled.length).toBe(3)
    await lose(connection)
    await Promise.all(handled)
    expect(paths).toEqual(['/api/v1/a'])
  })

  it.skipIf(!existsSync('/proc/self/fd'))('hold one file open, and cause no error', async () => {
    fixture = await openTemporaryStore()
    const { store, key, openFiles } = fixture
    const { publicFileId } = await store.upload(Buffer.alloc(16 * 1024 ** 2))
    const errors: unknown[] = []
    const onError = (error: unknown) => errors.push(error)
    const adapter = createNodeAdapter(createApi(store, { onError }), { onError })
    const handled: Promise<void>[] = []
    serving = await serve((req, res) => handled.push(adapter.handle(req, res)))
    const connection = await connectRaw(serving.port)
    connection.socket.pause()
    const request = get(`/api/v1/files/${publicFileId}/content`, `Authorization: Bearer ${key}\r\n`)
    connection.send(request.repeat(20))
    await expect.poll(() => handled.length).toBe(20)
    await expect.poll(openFiles).toHaveLength(1)
    await lose(connection)
    await Promise.all(handled)
    await expect.poll(openFiles).toEqual([])
    expect(errors).toEqual([])
  })
})

describe('requests of an HTTP/2 session', () => {
  async function start(api: Api): Promise<http2.ClientHttp2Session> {
    const adapter = createNodeAdapter(api)
    serving = await serve((req, res) => void adapter.handle(req, res), 'h2c')
    // Nothing of a body leaves the server before the window opens.
    const session = http2.connect(serving.origin, { settings: { initialWindowSize: 0 } })
    return session.on('error', () => {})
  }

  function ask(session: http2.ClientHttp2Session, count: number): http2.ClientHttp2Stream[] {
    return Array.from({ length: count }, (_, index) => {
      const stream = session.request({ ':path': `/api/v1/${index}` })
      return stream.on('error', () => {})
    })
  }

  it('are answered sixteen at once while their client takes nothing, and all in the end', async () => {
    const { api, open, most, paths } = countingApi()
    const session = await start(api)
    const streams = ask(session, 250)
    await expect.poll(open).toBe(16)
    await new Promise((resolve) => session.ping(resolve))
    expect(paths).toHaveLength(16)
    session.settings({ initialWindowSize: 65_535 })
    const bodies = await Promise.all(streams.map((stream) => textOf(stream)))
    expect(bodies.map((body) => body.replace(/\.+$/, ''))).toEqual(
      streams.map((_, index) => `</api/v1/${index}>`),
    )
    expect(most()).toBeLessThanOrEqual(100)
    session.destroy()
  })

  it('are answered a hundred at once, of which sixteen are reads that nothing was taken of', async () => {
    const asked: string[] = []
    const session = await start(
      stubApi(({ method }) => {
        asked.push(method)
        return new Promise(() => {})
      }),
    )
    ask(session, 50)
    for (let count = 0; count < 100; count += 1) {
      session.request({ ':method': 'POST', ':path': '/api/v1/a' }).on('error', () => {})
    }
    await expect.poll(() => asked.length).toBe(100)
    await new Promise((resolve) => session.ping(resolve))
    expect(asked.filter((method) => method === 'GET')).toHaveLength(16)
    expect(asked).toHaveLength(100)
    session.destroy()
  })

  it('are not served when the client leaves before their turn', async () => {
    const { api, open, paths } = countingApi()
    const session = await start(api)
    // As many as are answered at once: were the turn of each lost, none would be left.
    const streams = ask(session, 32)
    await expect.poll(open).toBe(16)
    for (const stream of streams.slice(16)) stream.close(http2.constants.NGHTTP2_CANCEL)
    await new Promise((resolve) => session.ping(resolve))
    for (const stream of streams.slice(0, 16)) stream.close(http2.constants.NGHTTP2_CANCEL)
    await expect.poll(open).toBe(0)
    expect(paths).toHaveLength(16)
    session.settings({ initialWindowSize: 65_535 })
    const [last] = ask(session, 1)
    expect(last && (await textOf(last))).toMatch(/^<\/api\/v1\/0>/)
    session.destroy()
  })

  it.skipIf(!existsSync('/proc/self/fd'))(
    'that nothing is taken of hold few files and bytes',
    async () => {
      fixture = await openTemporaryStore()
      const { store, key, openFiles } = fixture
      const { publicFileId } = await store.upload(Buffer.alloc(4 * 1024 ** 2, 'x'))
      const session = await start(createApi(store))
      const before = process.memoryUsage().arrayBuffers
      for (let count = 0; count < 100; count += 1) {
        const path = `/api/v1/files/${publicFileId}/content`
        const stream = session.request({ ':path': path, authorization: `Bearer ${key}` })
        stream.on('error', () => {})
      }
      await expect.poll(openFiles).toHaveLength(16)
      await new Promise((resolve) => session.ping(resolve))
      expect(await openFiles()).toHaveLength(16)
      // 64 KiB of each, and what else this process has.
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * 1024 ** 2)
      session.destroy()
      await expect.poll(openFiles).toEqual([])
    },
  )

  it('do not start one after the other when their client has left', async () => {
    const { api, open, most, paths } = countingApi()
    const session = await start(api)
    ask(session, 500)
    await expect.poll(open).toBe(16)
    await new Promise((resolve) => session.ping(resolve))
    session.destroy()
    await expect.poll(open).toBe(0)
    // Sixteen for each of the few reads in which the server hears of it.
    expect(most()).toBeLessThanOrEqual(32)
    expect(paths.length).toBeLessThan(250)
  })

  it('are refused, to be repeated, when more than a thousand wait', async () => {
    const { api, open, paths } = countingApi()
    const session = await start(api)
    const streams = ask(session, 1021)
    const closed = (stream: http2.ClientHttp2Stream) =>
      new Promise<void>((resolve) => stream.once('close', resolve))
    await Promise.all(streams.slice(1016).map(closed))
    const { NGHTTP2_REFUSED_STREAM } = http2.constants
    expect(streams.slice(1016).map(({ rstCode }) => rstCode)).toEqual(
      Array(5).fill(NGHTTP2_REFUSED_STREAM),
    )
    await expect.poll(open).toBe(16)
    session.settings({ initialWindowSize: 65_535 })
    await Promise.all(streams.slice(0, 1016).map((stream) => textOf(stream)))
    expect(paths).toHaveLength(1016)
    session.destroy()
  })
})
