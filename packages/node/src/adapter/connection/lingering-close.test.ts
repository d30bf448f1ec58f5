import { once } from 'node:events'
import http2 from 'node:http2'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { Api } from '@stowage/api'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectRaw, type RawConnection } from '../../testing/raw-connection.ts'
import { type Protocol, type Serving, serve } from '../../testing/serve.ts'
import { stubApi, text } from '../../testing/stub-api.ts'
import { hasPython, writeThenRead } from '../../testing/write-then-read.ts'
import { createNodeAdapter, type NodeAdapterOptions } from '../create-node-adapter.ts'

let serving: Serving | undefined

afterEach(async () => {
  await serving?.close()
})

async function start(
  api: Api,
  protocol: Protocol = 'http',
  options: NodeAdapterOptions = {},
): Promise<Serving> {
  const adapter = createNodeAdapter(api, options)
  serving = await serve((req, res) => void adapter.handle(req, res), protocol)
  return serving
}

const refuse = stubApi(() => text('refused', 401))

/** Takes a little of the body, as an upload does that is found to be too large. */
const refuseInTheMiddle = stubApi(async ({ body }) => {
  let taken = 0
  for await (const chunk of (body ?? Readable.from([])).iterator({ destroyOnReturn: false })) {
    taken += chunk.length
    if (taken > 1_000_000) break
  }
  return text('refused', 413)
})

describe.skipIf(!hasPython)('an upload refused early, by a Python client', () => {
  const MIB = 1024 ** 2
  for (const protocol of ['http', 'https'] as const) {
    it.each([
      ['before any of it was read', refuse, 20 * MIB, 401],
      ['in the middle', refuseInTheMiddle, 20 * MIB, 413],
    ])(`lets the client read the answer, ${protocol}, %s`, async (_, api, zeros, status) => {
      const { origin } = await start(api, protocol)
      const answer = await writeThenRead({ origin, zeros })
      expect(answer).toEqual({ status, connection: 'close', body: 'refused' })
    })
  }
})

describe('an upload refused early', () => {
  const POST = 'POST /api/v1/assets HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n'

  it('is answered with Connection: close and a half-closed connection, and closed when the client ends', async () => {
    const { port } = await start(refuse)
    const connection = await connectRaw(port)
    connection.send(POST)
    const answer = await connection.untilClosed()
    expect(answer).toMatch(/^HTTP\/1\.1 401 [\s\S]*connection: close[\s\S]*refused$/i)
    connection.send('still sending')
    connection.socket.end()
    await once(connection.socket, 'close')
  })

  it('never has requests behind it handled', async () => {
    const paths: string[] = []
    const { port } = await start(
      stubApi(({ path }) => {
        paths.push(path)
        return text('refused', 401)
      }),
    )
    const connection = await connectRaw(port)
    connection.send('POST /api/v1/first HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhello')
    await connection.untilClosed()
    connection.send('HelloGET /api/v1/second HTTP/1.1\r\nHost: x\r\n\r\n')
    connection.socket.end()
    await once(connection.socket, 'close')
    expect(paths).toEqual(['/api/v1/first'])
  })

  it('keeps the connection when the whole body had already arrived', async () => {
    const { port } = await start(refuse)
    const connection = await connectRaw(port)
    const post = 'POST /api/v1/assets HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello'
    connection.send(post + post)
    await connection.until('refusedHTTP/1.1 401')
    connection.socket.destroy()
  })

  it('is dropped after the time of silence, and after the time in all', async () => {
    const silent = await start(refuse, 'http', { linger: { silenceMs: 100, totalMs: 60_000 } })
    const quiet = await connectRaw(silent.port)
    quiet.send(POST)
    await quiet.untilClosed()
    quiet.socket.on('error', () => {})
    await expect.poll(silent.open).toBe(0)
    await silent.close()

    const bounded = await start(refuse, 'http', { linger: { silenceMs: 60_000, totalMs: 200 } })
    const busy = await connectRaw(bounded.port)
    busy.socket.on('error', () => {})
    busy.send(POST)
    const sending = setInterval(() => busy.send('more'), 10)
    await expect.poll(bounded.open).toBe(0)
    clearInterval(sending)
  })

  describe('by default', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    })
    afterEach(() => {
      vi.useRealTimers()
    })

    /** A connection whose answer has come, and its end in the server. */
    async function refused(): Promise<{ connection: RawConnection; server: Socket }> {
      const { server, port } = await start(refuse)
      const accepted = once(server, 'connection')
      const connection = await connectRaw(port)
      connection.socket.on('error', () => {})
      connection.send(POST)
      await connection.untilClosed()
      return { connection, server: (await accepted)[0] as Socket }
    }

    it('is dropped after 5 s of silence', async () => {
      const { server } = await refused()
      vi.advanceTimersByTime(4_900)
      expect(server.destroyed).toBe(false)
      vi.advanceTimersByTime(200)
      expect(server.destroyed).toBe(true)
    })

    it('is dropped after 30 s in all', async () => {
      const { connection, server } = await refused()
      const pass = async (milliseconds: number) => {
        const data = once(server, 'data')
        connection.send('more')
        await data
        vi.advanceTimersByTime(milliseconds)
      }
      for (let seconds = 4; seconds < 30; seconds += 4) {
        await pass(4_000)
        expect(server.destroyed, `after ${seconds} s`).toBe(false)
      }
      await pass(2_100)
      expect(server.destroyed).toBe(true)
    })
  })

  it.each(['h2c', 'h2'] as const)(
    'is answered and reset without an error, %s',
    async (protocol) => {
      const { origin } = await start(refuseInTheMiddle, protocol)
      const session = http2.connect(origin, { rejectUnauthorized: false })
      session.on('error', () => {})
      const stream = session.request({ ':method': 'POST', ':path': '/api/v1/assets' })
      stream.on('error', () => {})
      stream.write(Buffer.alloc(2_000_000))
      let body = ''
      stream.on('data', (chunk) => {
        body += chunk
      })
      const [[headers]] = await Promise.all([once(stream, 'response'), once(stream, 'end')])
      expect([headers[':status'], body]).toEqual([413, 'refused'])
      expect(stream.rstCode).toBe(http2.constants.NGHTTP2_NO_ERROR)
      session.destroy()
    },
  )
})
