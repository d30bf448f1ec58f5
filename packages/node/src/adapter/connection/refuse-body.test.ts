import { once } from 'node:events'
import http from 'node:http'
import http2 from 'node:http2'
import net from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { type Protocol, type Serving, serve } from '../../testing/serve.ts'
import { refuseBody } from './refuse-body.ts'

let serving: Serving

afterEach(() => serving.close())

/** More than the buffers of both sides hold. */
const LARGE = 64 * 1024 ** 2

async function serveRefusing(protocol: Protocol): Promise<void> {
  serving = await serve(async (req, res) => {
    // As what looks at a body before it is refused.
    req.once('readable', () => {})
    await refuseBody(req, res, { silenceMs: 2000, totalMs: 20_000 })
    res.writeHead(429)
    res.end('later')
  }, protocol)
}

it('lets a client that is still sending read the answer, and closes its connection then', async () => {
  await serveRefusing('http')
  const socket = net.connect(serving.port, '127.0.0.1')
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${LARGE}\r\n\r\n`)
  const [answer] = await Promise.all([buffer(socket), sendAll(socket)])
  expect(String(answer)).toMatch(/^HTTP\/1\.1 429 .*\r\nconnection: close\r\n.*later/is)
  await expect.poll(() => serving.open()).toBe(0)
})

it.each([
  ['of a request without one', ''],
  ['that has come', 'Content-Length: 5\r\n\r\nhello'],
])('keeps the connection for a body %s', async (_, body) => {
  await serveRefusing('http')
  const socket = net.connect(serving.port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  for (const answers of [1, 2]) {
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${body === '' ? '\r\n' : body}`)
    await expect.poll(() => received.split('later').length - 1).toBe(answers)
  }
  expect(received).not.toMatch(/connection: close/i)
  expect(serving.connections()).toBe(1)
  socket.destroy()
})

it('ends the stream of HTTP/2, and leaves others of its session alone', async () => {
  await serveRefusing('h2c')
  const session = http2.connect(serving.origin)
  const stream = session.request({ ':method': 'POST', ':path': '/' }).on('error', () => {})
  stream.write(Buffer.alloc(1000))
  expect(String(await buffer(stream))).toBe('later')
  if (!stream.closed) await once(stream, 'close')
  const other = session.request({ ':path': '/' })
  expect(String(await buffer(other))).toBe('later')
  expect(other.rstCode).toBe(http2.constants.NGHTTP2_NO_ERROR)
  session.destroy()
})

it('says what is wrong with what it is given', async () => {
  await serveRefusing('http')
  const req = new http.IncomingMessage(new net.Socket())
  await expect(refuseBody(req, {} as never)).rejects.toMatchObject({ code: 'invalid_argument' })
})

/** Until the server ends the connection. */
async function sendAll(socket: net.Socket): Promise<void> {
  const chunk = Buffer.alloc(64 * 1024)
  for (let sent = 0; sent < LARGE && socket.writable; sent += chunk.length) {
    if (!socket.write(chunk)) {
      await Promise.race([once(socket, 'drain'), once(socket, 'end'), once(socket, 'close')])
    }
  }
}
