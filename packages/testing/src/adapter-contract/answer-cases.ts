import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { ContractCase } from '../contract/contract.ts'
import { exchange } from '../http/raw-exchange.ts'
import { filePart, MULTIPART, rawForm, requestHead } from '../http/raw-http.ts'
import { HttpClient } from '../http-contract/http-client.ts'
import { type AdapterFixture, PAGE_ORIGIN } from './adapter-fixture.ts'

const CONTENT = randomBytes(300_000)

/** What the client sees of an answer. */
export const answerCases: readonly ContractCase<AdapterFixture>[] = [
  {
    name: 'answers of every kind go over one connection: whole, part, HEAD, 304, 416, 204, an upload, an error',
    needs: ['connections'],
    async run(fixture) {
      const { publicFileId, id } = await fixture.store.upload(CONTENT, { name: 'a.bin' })
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
      const authorization = `Bearer ${fixture.key}`
      const sockets = new Set<unknown>()
      async function send(method: string, path: string, headers = {}, body = Buffer.alloc(0)) {
        const sent = { ...headers, authorization, 'content-length': body.length }
        const url = `${fixture.baseUrl}/api/v1${path}`
        const request = http.request(url, { agent, method, headers: sent }).end(body)
        const [response] = (await once(request, 'response')) as [http.IncomingMessage]
        sockets.add(response.socket)
        const { statusCode, headers: received } = response
        return { status: statusCode, headers: received, bytes: await buffer(response) }
      }
      const file = `/files/${publicFileId}/content`
      const whole = await send('GET', file)
      assert.deepEqual([whole.status, whole.bytes.equals(CONTENT)], [200, true])
      const part = await send('GET', file, { range: 'bytes=100000-299998' })
      assert.deepEqual([part.status, part.headers['content-length']], [206, '199999'])
      assert.equal(part.headers['content-range'], 'bytes 100000-299998/300000')
      assert(part.bytes.equals(CONTENT.subarray(100_000, 299_999)))
      const head = await send('HEAD', file)
      assert.deepEqual([head.status, head.headers['content-length']], [200, '300000'])
      const { etag } = whole.headers
      assert.equal((await send('GET', file, { 'if-none-match': etag })).status, 304)
      assert.equal((await send('GET', file, { range: 'bytes=300000-' })).status, 416)
      const form = rawForm([filePart(CONTENT)])
      assert.equal((await send('POST', '/assets', { 'content-type': MULTIPART }, form)).status, 201)
      const json = { 'content-type': 'application/json' }
      const ids = Buffer.from(JSON.stringify({ asset_ids: [id] }))
      const trashed = await send('POST', '/assets/bulk-trash', json, ids)
      assert.deepEqual([trashed.status, trashed.bytes.length], [204, 0])
      assert.equal((await send('GET', file)).status, 404)
      assert.equal((await send('GET', '/assets')).status, 200)
      agent.destroy()
      assert.equal(sockets.size, 1)
    },
  },
  {
    name: 'headers go out once each, in letters that HTTP allows',
    needs: ['connections'],
    async run(fixture) {
      const { publicFileId } = await fixture.store.upload(CONTENT, { name: 'Grüße 🌍 "1".bin' })
      const lines = [`Origin: ${PAGE_ORIGIN}`, 'Connection: close']
      const head = requestHead(fixture, 'HEAD', `/files/${publicFileId}/download`, ...lines)
      const [answer] = await exchange(fixture, [`${head}\r\n`])
      const { headers } = answer ?? { headers: new Map() }
      assert.match(headers.get('content-disposition') ?? '', /filename\*=UTF-8''Gr%C3%BC%C3%9Fe%20/)
      assert.equal(headers.get('access-control-allow-origin'), PAGE_ORIGIN)
      for (const [name, value] of headers) assert.match(value, /^[\x20-\x7e]*$/, name)
      const { status, headers: seen } = await fetch(`${fixture.baseUrl}/api/v1/assets`)
      assert.equal(status, 401)
      for (const name of ['content-type', 'content-length', 'x-request-id', 'cache-control']) {
        // `fetch` joins repeated headers by a comma. Only Cache-Control contains a comma itself.
        assert.equal(seen.get(name)?.split(',').length, name === 'cache-control' ? 2 : 1, name)
      }
    },
  },
  {
    name: 'pipelined requests are answered in their order, uploads among them',
    needs: ['connections', 'ownsConnections'],
    async run(fixture) {
      const { publicFileId } = await fixture.store.upload(CONTENT, { name: 'a.bin' })
      const form = rawForm([filePart('pipelined')])
      const upload = requestHead(
        fixture,
        'POST',
        '/assets',
        `Content-Type: ${MULTIPART}`,
        `Content-Length: ${form.length}`,
      )
      const get = (path: string, ...lines: string[]) =>
        `${requestHead(fixture, 'GET', path, ...lines)}\r\n`
      const answers = await exchange(fixture, [
        get(`/files/${publicFileId}/content`),
        `${upload}\r\n${form}`,
        get('/nothing'),
        get('/assets?per_page=1', 'Connection: close'),
      ])
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 201, 404, 200],
      )
      const { meta } = new HttpClient(fixture, fixture.key).document<{ meta: { total: number } }>(
        {
          status: 200,
          headers: new Headers([...(answers[3]?.headers ?? [])]),
          bytes: Buffer.from(answers[3]?.body ?? ''),
        },
        200,
        'AssetCollection',
      )
      assert.equal(meta.total, 2)
    },
  },
]
