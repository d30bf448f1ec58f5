import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import http from 'node:http'
import type { AssetResource, ErrorDocument } from '@stowage/api'
import { openTemporaryStore, type TemporaryStore } from '@stowage/testing/http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectRaw, type RawConnection } from '../testing/raw-connection.ts'
import { type Protocol, type Serving, serve } from '../testing/serve.ts'
import { hasPython, writeThenRead } from '../testing/write-then-read.ts'
import {
  createNodeHandler,
  type NodeHandler,
  type NodeHandlerOptions,
} from './create-node-handler.ts'

const MIB = 1024 ** 2

let fixture: TemporaryStore
let serving: Serving

beforeEach(async () => {
  fixture = await openTemporaryStore({ limits: { fileSize: 8 * MIB } })
})

afterEach(async () => {
  await serving.close()
  await fixture.dispose()
})

async function start(
  options: NodeHandlerOptions = {},
  protocol: Protocol = 'http',
): Promise<NodeHandler> {
  const handler = createNodeHandler(fixture.store, options)
  serving = await serve(handler, protocol)
  return handler
}

function authorization(): { authorization: string } {
  return { authorization: `Bearer ${fixture.key}` }
}

function multipartHead(name = 'file'): string {
  return `--b\r\ncontent-disposition: form-data; name="${name}"; filename="a.bin"\r\n\r\n`
}

const MULTIPART = { 'content-type': 'multipart/form-data; boundary=b' }

/** The head of an upload that announces `length` bytes, and its first `sent` bytes of file content. */
async function beginUpload(route: string, length: number, sent: number): Promise<RawConnection> {
  const connection = await connectRaw(serving.port)
  const headers = { host: 'x', ...authorization(), ...MULTIPART, 'content-length': length }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  connection.send(`POST /api/v1/assets${route} HTTP/1.1\r\n${lines.join('')}\r\n`)
  connection.send(multipartHead(route === '' ? 'file' : 'files[]'))
  connection.socket.write(randomBytes(sent))
  return connection
}

/** Files of blobs and staging below the store's directory. */
async function storedFiles(): Promise<string[]> {
  const entries = await readdir(fixture.directory, { recursive: true, withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
  return names.filter((name) => !name.startsWith('stowage.db'))
}

async function expectNothingLeft(): Promise<void> {
  await expect.poll(() => fixture.openFiles()).toEqual([])
  await expect.poll(storedFiles).toEqual([])
  expect((await fixture.store.list()).total).toBe(0)
}

describe('createNodeHandler', () => {
  it('serves one handler at the root and where a framework mounts it', async () => {
    const handler = createNodeHandler(fixture.store)
    // What Connect and Express do for app.use('/media', handler).
    serving = await serve((req, res) => {
      if (!req.url?.startsWith('/media/')) return handler(req, res)
      Object.assign(req, { originalUrl: req.url })
      req.url = req.url.slice('/media'.length)
      handler(req, res, () => res.end('next'))
    })
    for (const mount of ['', '/media']) {
      const body = new FormData()
      body.append('file', new Blob(['hello']), 'hello.txt')
      const url = `${serving.origin}${mount}/api/v1/assets`
      const response = await fetch(url, { method: 'POST', headers: authorization(), body })
      const { data } = (await response.json()) as { data: AssetResource }
      expect(data.attributes.url).toContain(`${serving.origin}${mount}/api/v1/files/`)
      const file = await fetch(data.attributes.url, { headers: authorization() })
      expect(await file.text()).toBe('hello')
    }
    expect(await (await fetch(`${serving.origin}/media/elsewhere`)).text()).toBe('next')
  })

  it('answers 404 as JSON outside /api/v1', async () => {
    await start({ path: '/media' })
    for (const path of ['/', '/api/v1/assets', '/media/elsewhere']) {
      const response = await fetch(serving.origin + path, { headers: authorization() })
      const { errors } = (await response.json()) as ErrorDocument
      expect([response.status, errors[0]?.code]).toEqual([404, 'route_not_found'])
    }
  })

  it('keeps the connection after uploads, refusals of small bodies and HEAD', async () => {
    await start()
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const upload = `${multipartHead()}hello\r\n--b--\r\n`
    const requests = [
      { method: 'POST', headers: { ...authorization(), ...MULTIPART }, body: upload, status: 201 },
      { method: 'POST', headers: MULTIPART, body: upload, status: 401 },
      { method: 'HEAD', headers: authorization(), body: '', status: 200 },
      { method: 'POST', headers: { ...authorization(), ...MULTIPART }, body: 'x', status: 400 },
      { method: 'GET', headers: authorization(), body: '', status: 200 },
    ]
    for (const { method, headers, body, status } of requests) {
      const url = `${serving.origin}/api/v1/assets`
      const request = http.request(url, { agent, method, headers }).end(body)
      const [response] = (await once(request, 'response')) as [http.IncomingMessage]
      await response.toArray()
      expect([method, response.statusCode]).toEqual([method, status])
    }
    agent.destroy()
    expect(serving.connections()).toBe(1)
  })

  it('asks for no body before key and headers have passed, once attached', async () => {
    const handler = await start()
    handler.attach(serving.server)
    const head = 'POST /api/v1/assets HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n'
    const upload = `${multipartHead()}hello\r\n--b--\r\n`
    const length = `Content-Length: ${upload.length}\r\nContent-Type: ${MULTIPART['content-type']}\r\n`

    const refused = await connectRaw(serving.port)
    refused.send(`${head}${length}Authorization: Bearer stw_x\r\n\r\n`)
    expect(await refused.untilClosed()).toMatch(/^HTTP\/1\.1 401/)
    refused.socket.end()

    const tooLarge = await connectRaw(serving.port)
    const huge = `Content-Length: ${2 ** 40}\r\nContent-Type: ${MULTIPART['content-type']}\r\n`
    tooLarge.send(`${head}${huge}Authorization: Bearer ${fixture.key}\r\n\r\n`)
    expect(await tooLarge.untilClosed()).toMatch(/^HTTP\/1\.1 413/)
    tooLarge.socket.end()

    const accepted = await connectRaw(serving.port)
    accepted.send(`${head}${length}Authorization: Bearer ${fixture.key}\r\n\r\n`)
    await accepted.until('100 Continue')
    accepted.send(upload)
    await accepted.until('HTTP/1.1 201')
    accepted.socket.destroy()
  })

  it.skipIf(!hasPython).each(['http', 'https'] as const)(
    'lets a client that writes all before it reads learn why it was refused, %s',
    async (protocol) => {
      await start({}, protocol)
      const { origin } = serving
      const wrongKey = { authorization: 'Bearer stw_wrong', ...MULTIPART }
      const head = multipartHead()
      const unknown = await writeThenRead({ origin, headers: wrongKey, head, zeros: 20 * MIB })
      expect([unknown.status, unknown.connection]).toEqual([401, 'close'])

      const headers = { ...authorization(), ...MULTIPART }
      const oversize = await writeThenRead({ origin, headers, head, zeros: 20 * MIB })
      expect([oversize.status, oversize.connection]).toEqual([413, 'close'])
      expect(JSON.parse(oversize.body).errors[0]).toMatchObject({
        code: 'file_too_large',
        meta: { limit: 8 * MIB },
      })
      await expectNothingLeft()
    },
  )
})

describe.skipIf(!existsSync('/proc/self/fd'))(
  'createNodeHandler, when the client goes away',
  () => {
    it.each([
      ['an upload', ''],
      ['a bulk upload', '/bulk-upload'],
    ])('leaves nothing of %s', async (_, route) => {
      await start()
      const connection = await beginUpload(route, 4 * MIB, 2 * MIB)
      await expect.poll(() => fixture.openFiles()).not.toEqual([])
      connection.socket.resetAndDestroy()
      await expectNothingLeft()
    })

    it('leaves nothing of an upload that ends too early', async () => {
      await start()
      const connection = await beginUpload('', 4 * MIB, 2 * MIB)
      await expect.poll(() => fixture.openFiles()).not.toEqual([])
      connection.socket.end()
      await expectNothingLeft()
      connection.socket.destroy()
    })

    it('lets go of the file of a download', async () => {
      await start()
      const asset = await fixture.store.upload(randomBytes(8 * MIB), { name: 'a.bin' })
      const connection = await connectRaw(serving.port)
      connection.socket.pause()
      const target = `/api/v1/files/${asset.publicFileId}/content`
      connection.send(
        `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${fixture.key}\r\n\r\n`,
      )
      await expect.poll(() => fixture.openFiles()).not.toEqual([])
      connection.socket.resetAndDestroy()
      await expect.poll(() => fixture.openFiles()).toEqual([])
    })
  },
)
