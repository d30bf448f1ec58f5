import { once } from 'node:events'
import http2 from 'node:http2'
import { connect, type Socket } from 'node:net'
import type { NodeHandlerOptions } from '@stowage/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type CountedSockets, countedSockets } from './testing/counted-sockets.ts'
import { endpoint } from './testing/s3-fixture.ts'
import { type ServedOnS3, type ServedWith, served } from './testing/served.fixture.ts'

/** More than what lies between S3 and a client that reads nothing: windows, and buffers of sockets. */
const BYTES = 7 * 1024 ** 2

interface Setting extends ServedOnS3 {
  readonly sockets: CountedSockets
  readonly path: string
  readonly authorization: string
}

async function start(
  protocol: ServedWith['protocol'] & string,
  options: NodeHandlerOptions & { readonly maxSockets?: number } = {},
): Promise<Setting> {
  const { maxSockets, ...handler } = options
  const sockets = countedSockets(maxSockets)
  const serving = await served(handler, { protocol, s3: { config: sockets.config } })
  onTestFinished(() => serving.dispose())
  const { publicFileId } = await serving.store.upload(Buffer.alloc(BYTES, 'x'))
  expect(sockets.busy()).toBe(0)
  const path = `/api/v1/files/${publicFileId}/content`
  return { ...serving, sockets, path, authorization: `Bearer ${serving.fixture.key}` }
}

/** An HTTP/2 session that has asked for the file so often, and takes nothing. */
function askHttp2({ fixture, path, authorization }: Setting, count: number) {
  const session = http2.connect(fixture.baseUrl, { settings: { initialWindowSize: 0 } })
  session.on('error', () => {})
  onTestFinished(() => session.destroy())
  const streams = Array.from({ length: count }, () =>
    session.request({ ':path': path, authorization }).on('error', () => {}),
  )
  return { session, streams }
}

/** An HTTP/1 connection that has asked for the file so often, and reads nothing. */
async function askHttp1({ fixture, path, authorization }: Setting, count = 1): Promise<Socket> {
  const { hostname, port } = new URL(fixture.baseUrl)
  const socket = connect(Number(port), hostname).on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.pause()
  const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`
  socket.write(request.repeat(count))
  return socket
}

describe.skipIf(endpoint === undefined)('sockets of S3, while clients read nothing', () => {
  it('are sixteen for an HTTP/2 session, and none once it has left', async () => {
    const setting = await start('h2c')
    const { sockets } = setting
    const { session } = askHttp2(setting, 100)
    await expect.poll(sockets.busy).toBe(16)
    await new Promise((resolve) => session.ping(resolve))
    expect([sockets.busy(), sockets.waiting()]).toEqual([16, 0])
    session.destroy()
    await expect.poll(sockets.busy).toBe(0)
  })

  it('are one for an HTTP/1 connection, however many requests it has sent, and none once it has left', async () => {
    const setting = await start('http')
    const { sockets } = setting
    const connection = await askHttp1(setting, 20)
    await expect.poll(sockets.busy).toBe(1)
    // Its other requests were read too: an answer to another connection comes after them.
    expect((await fetch(`${setting.fixture.baseUrl}/api/v1/health`)).status).toBeLessThan(500)
    expect([sockets.busy(), sockets.waiting()]).toEqual([1, 0])
    connection.destroy()
    await expect.poll(sockets.busy).toBe(0)
  })

  it('are given back after stallTimeout, though an HTTP/2 session stays', async () => {
    const setting = await start('h2c', { stallTimeout: 100 })
    const { sockets } = setting
    const { session, streams } = askHttp2(setting, 40)
    await Promise.all(streams.map((stream) => once(stream, 'close')))
    await expect.poll(sockets.busy).toBe(0)
    expect(session.destroyed).toBe(false)
  })

  it('are given back after stallTimeout to those that wait for one', async () => {
    const setting = await start('http', { stallTimeout: 100, maxSockets: 4 })
    const { sockets, fixture, authorization, store } = setting
    const { publicFileId } = await store.upload(Buffer.from('a small one'))
    const before = sockets.asked()
    for (let connection = 0; connection < 8; connection += 1) await askHttp1(setting)
    await expect.poll(() => sockets.asked() - before).toBeGreaterThanOrEqual(8)
    const url = `${fixture.baseUrl}/api/v1/files/${publicFileId}/content`
    const answer = fetch(url, { headers: { authorization } }).then((response) => response.text())
    const upload = store.upload(Buffer.from('another'))
    expect([await answer, (await upload).size]).toEqual(['a small one', 7])
    await expect.poll(sockets.busy).toBe(0)
  })
})
