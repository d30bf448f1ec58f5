import { once } from 'node:events'
import http from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { promisify } from 'node:util'
import { openTemporaryStore, type TemporaryStore } from '@stowage/testing/http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectRaw } from '../testing/raw-connection.ts'
import { type StoreServer, serve } from './serve.ts'
import type { ServeOptions } from './serve-options.ts'

let temporary: TemporaryStore
let served: StoreServer | undefined

beforeEach(async () => {
  temporary = await openTemporaryStore()
})

afterEach(async () => {
  await served?.close()
  served = undefined
  await temporary.dispose()
})

async function serveAtAnyPort(options: ServeOptions = {}): Promise<StoreServer> {
  served = await serve(temporary.store, { port: 0, ...options })
  return served
}

/** An upload whose body has begun. */
async function beginUpload({ url }: StoreServer) {
  const request = http.request(`${url}/api/v1/assets`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${temporary.key}`,
      'content-type': 'multipart/form-data; boundary=b',
    },
  })
  request.on('error', () => {})
  request.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n')
  request.write(Buffer.alloc(1024 ** 2))
  await expect.poll(temporary.storedFiles).not.toEqual([])
  return request
}

describe('serve', () => {
  it('serves the store at its path, with the time-outs that uploads need', async () => {
    const { url, server } = await serveAtAnyPort({ path: '/media' })
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/media$/)
    const list = await fetch(`${url}/api/v1/assets`, {
      headers: { authorization: `Bearer ${temporary.key}` },
    })
    expect(await list.json()).toMatchObject({ meta: { path: `${url}/api/v1/assets` } })
    const { requestTimeout, headersTimeout, keepAliveTimeout } = server
    expect([requestTimeout, headersTimeout, keepAliveTimeout]).toEqual([0, 60_000, 65_000])
  })

  it('refuses an upload that asks first before it is sent', async () => {
    const { url } = await serveAtAnyPort()
    const connection = await connectRaw(Number(new URL(url).port))
    const lines = ['Host: a', 'Expect: 100-continue', 'Content-Length: 5', 'Connection: close']
    connection.send(`POST /api/v1/assets HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    expect(await connection.until('unauthenticated')).toMatch(/^HTTP\/1\.1 401 /)
    connection.socket.destroy()
  })

  it('gives an address that a client can use, whatever it listens on', async () => {
    const { url } = await serveAtAnyPort({ host: '0.0.0.0' })
    expect(url).toMatch(/^http:\/\/localhost:\d+$/)
    expect((await fetch(`${url}/api/v1/health/live`)).status).toBe(204)
  })

  it('says which port is in use, and leaves the signals alone', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const before = process.listenerCount('SIGTERM')
    await expect(serveAtAnyPort({ port })).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument: 'port' },
      message: `Port ${port} of 127.0.0.1 is in use. Stop what listens there, or choose another port.`,
    })
    expect(process.listenerCount('SIGTERM')).toBe(before)
    other.close()
  })

  it('says that the machine has no such address', async () => {
    await expect(serveAtAnyPort({ host: '192.0.2.1' })).rejects.toMatchObject({
      context: { argument: 'host' },
    })
  })

  const wrong: readonly (readonly [string, object])[] = [
    ['port', { port: '3000' }],
    ['port', { port: 70_000 }],
    ['host', { host: '' }],
    ['signals', { signals: ['TERM'] }],
    ['signals', { signals: ['SIGTERM', 'SIGKILL'] }],
    ['closeTimeout', { closeTimeout: Number.POSITIVE_INFINITY }],
    ['closeStore', { closeStore: 1 }],
    ['baseUrl', { baseUrl: 'media.example' }],
    ['prot', { prot: 3000 }],
  ]
  it.each(wrong)('refuses a wrong %s', async (argument, options) => {
    await expect(serveAtAnyPort(options as ServeOptions)).rejects.toMatchObject({
      code: 'invalid_argument',
      context: { argument },
    })
  })

  it('refuses a promise of a store', async () => {
    await expect(serve(Promise.resolve(temporary.store) as never)).rejects.toThrow('Await it')
  })
})

describe('close of a served store', () => {
  it('comes with the end of the block that uses it', async () => {
    let url: string
    {
      await using server = await serve(temporary.store, { port: 0, signals: false })
      url = server.url
    }
    await expect(fetch(`${url}/api/v1/health/live`)).rejects.toThrow('fetch failed')
  })

  it('finishes an upload under way, takes no other, and leaves the store open', async () => {
    const { url, close } = await serveAtAnyPort()
    const request = await beginUpload({ url, close } as StoreServer)
    const closed = close()
    expect(close()).toBe(closed)
    await expect(fetch(`${url}/api/v1/health/live`)).rejects.toThrow('fetch failed')
    request.end('\r\n--b--\r\n')
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    expect(response.statusCode).toBe(201)
    response.resume()
    await closed
    expect((await temporary.store.list()).total).toBe(1)
  })

  it('closes connections that become idle, long before they time out', async () => {
    const { url, close } = await serveAtAnyPort()
    const agent = new http.Agent({ keepAlive: true })
    const [response] = await once(http.get(`${url}/api/v1/health/live`, { agent }), 'response')
    response.resume()
    await once(response, 'end')
    await close()
    agent.destroy()
  })

  it('closes connections that no request came over', async () => {
    const { url, server, close } = await serveAtAnyPort({ closeTimeout: 2 ** 31 - 1 })
    const connection = await connectRaw(Number(new URL(url).port))
    await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(1)
    await close()
    connection.socket.destroy()
  })

  it('cuts what is under way after closeTimeout, and leaves nothing of it', async () => {
    const started = await serveAtAnyPort({ closeTimeout: 0 })
    const request = await beginUpload(started)
    const broken = new Promise((resolve) => request.once('close', resolve))
    await started.close()
    await broken
    await expect.poll(temporary.storedFiles).toEqual([])
    expect((await temporary.store.list()).total).toBe(0)
  })

  it('closes the store only when it is told to, and takes its listeners off the process', async () => {
    const before = process.listenerCount('SIGTERM')
    const { close } = await serveAtAnyPort({ closeStore: true })
    expect(process.listenerCount('SIGTERM')).toBe(before + 1)
    await close()
    expect(process.listenerCount('SIGTERM')).toBe(before)
    await expect(temporary.store.list()).rejects.toMatchObject({ code: 'closed' })
  })

  it('follows a signal', async () => {
    const { url, server } = await serveAtAnyPort({ signals: ['SIGUSR2'] })
    const request = await beginUpload({ url } as StoreServer)
    const closed = once(server, 'close')
    process.kill(process.pid, 'SIGUSR2')
    await expect.poll(() => server.listening).toBe(false)
    expect(process.listenerCount('SIGUSR2')).toBe(0)
    request.end('\r\n--b--\r\n')
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    expect(response.statusCode).toBe(201)
    response.resume()
    await closed
  })

  it('listens to no signal when it is told to leave them', async () => {
    const before = process.listenerCount('SIGINT')
    await serveAtAnyPort({ signals: false })
    expect(process.listenerCount('SIGINT')).toBe(before)
  })
})
