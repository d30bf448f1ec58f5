import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import type { AssetCollection, AssetResource } from '@stowage/api'
import type { ContractCase } from '../contract/contract.ts'
import { exchange } from '../http/raw-exchange.ts'
import { filePart, MULTIPART, rawForm, requestHead } from '../http/raw-http.ts'
import { formOf, HttpClient } from '../http-contract/http-client.ts'
import type { AdapterFixture } from './adapter-fixture.ts'

/** How a body is framed, and the chunks in which it is sent. */
const FRAMINGS = {
  'of a known length': (body: Buffer) => ({
    line: `Content-Length: ${body.length}`,
    pieces: [body],
  }),
  'in small chunks of an unknown length': (body: Buffer) => ({
    line: 'Transfer-Encoding: chunked',
    pieces: [...chunksOf(body, 7000), '0\r\n\r\n'],
  }),
} as const

function* chunksOf(body: Buffer, size: number): Generator<Buffer> {
  for (let start = 0; start < body.length; start += size) {
    const chunk = body.subarray(start, start + size)
    yield Buffer.concat([
      Buffer.from(`${chunk.length.toString(16)}\r\n`),
      chunk,
      Buffer.from('\r\n'),
    ])
  }
}

/** What the API sees of a request. */
export const requestCases: readonly ContractCase<AdapterFixture>[] = [
  {
    name: 'every method reaches the API, those that the framework does not route too',
    async run(fixture) {
      const client = new HttpClient(fixture, fixture.key)
      for (const method of ['PUT', 'DELETE', 'PROPFIND', 'LOCK', 'SEARCH']) {
        const answer = await client.send(method, '/assets')
        client.errors(answer, 405, 'method_not_allowed')
        assert.equal(answer.headers.get('allow'), 'POST, GET, HEAD, OPTIONS', method)
      }
      const options = await client.send('OPTIONS', '/assets', { key: null })
      assert.deepEqual([options.status, options.bytes.length], [204, 0])
      assert.equal((await client.send('HEAD', '/assets')).status, 200)
      await client.refused('GET', '/nothing', { key: null }, [404, 'route_not_found'])
    },
  },
  {
    name: 'path, query and headers reach the API as the client wrote them',
    needs: ['connections'],
    async run(fixture) {
      const client = new HttpClient(fixture, fixture.key)
      const { id } = await client.upload('hello')
      for (const path of [`/assets/%2F${id}`, `/assets//${id}`, `/assets/${id}%20`]) {
        assert.equal((await client.send('GET', path)).status, 404, path)
      }
      const { headers } = await client.send('GET', '/nothing', {
        headers: { 'x-request-id': 'Trace_1.2-3' },
      })
      assert.equal(headers.get('x-request-id'), 'Trace_1.2-3')
      await client.refused('GET', '/assets?page=1&page=2', {}, [400, 'invalid_parameter'])
      const [error] = await client.refused('GET', '/assets?filter%5Bx%20y%5D=1', {}, [
        400,
        'invalid_parameter',
      ])
      assert.deepEqual(error?.source, { parameter: 'filter[x y]' })
      const twice = `Authorization: Bearer ${fixture.key}`
      const head = requestHead(fixture, 'GET', '/assets', twice, 'Connection: close')
      const [answer] = await exchange(fixture, [`${head}\r\n`])
      assert.equal(answer?.status, 401)
    },
  },
  {
    name: 'one slash at the end of a path is the same route, and no link has it',
    async run(fixture) {
      const client = new HttpClient(fixture, fixture.key)
      const upload = { body: formOf({ file: ['hello', 'a.txt'] }) }
      const stored = await client.send('POST', '/assets/', upload)
      const { data } = client.document<{ data: AssetResource }>(stored, 201, 'AssetDocument')
      const { id, attributes } = data
      assert.equal(stored.headers.get('location'), client.url(`/assets/${id}`))
      for (const path of [`/assets/${id}`, '/folders', '/usage', '/openapi.json', '/keys']) {
        const [plain, slashed] = await Promise.all(
          [path, `${path}/`].map((each) => client.send('GET', each)),
        )
        assert.equal(slashed?.status, plain?.status, path)
      }
      assert.equal((await client.send('GET', `${attributes.url}/`)).bytes.toString(), 'hello')
      assert.equal((await client.send('PUT', '/assets/', { key: null })).status, 405)
      const { meta, links } = await client.list('/?per_page=1&page=1')
      assert.equal(meta.path, client.url('/assets'))
      assert.doesNotMatch(JSON.stringify(links), /assets\//)
      const sent = { json: { asset_ids: [id] } }
      assert.equal((await client.send('POST', '/assets/bulk-trash/', sent)).status, 204)
      assert.equal((await client.send('DELETE', '/assets/bulk-permanent/', sent)).status, 204)
      await client.refused('GET', '/assets//', {}, [404, 'route_not_found'])
    },
  },
  {
    name: 'links lead back below the mount, at the host that the client asked',
    needs: ['connections'],
    async run(fixture) {
      const client = new HttpClient(fixture, fixture.key)
      const { pathname, host } = new URL(fixture.baseUrl)
      const mount = pathname.replace(/\/$/, '')
      const { attributes } = await client.upload('hello')
      assert(attributes.url.startsWith(`${fixture.baseUrl}/api/v1/files/`), attributes.url)
      assert.equal((await client.send('GET', attributes.url)).bytes.toString(), 'hello')
      const lines = ['X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: https']
      const head = requestHead(fixture, 'GET', '/assets', ...lines, 'Connection: close')
      const named = head.replace(`Host: ${host}`, 'Host: media.example:8080')
      const absolute = head.replace(`GET ${mount}`, `GET http://other.example${mount}`)
      for (const [each, origin] of [
        [named, 'http://media.example:8080'],
        [absolute, 'http://other.example'],
      ] as const) {
        const [answer] = await exchange(fixture, [`${each}\r\n`])
        const { meta } = JSON.parse(answer?.body ?? '') as AssetCollection
        assert.equal(meta.path, `${origin}${mount}/api/v1/assets`)
      }
    },
  },
  {
    name: 'a JSON body arrives whole, whatever the method; none is none',
    async run(fixture) {
      const client = new HttpClient(fixture, fixture.key)
      const { id } = await client.upload('hello')
      const name = `Grüße 🌍 ${'x'.repeat(150)}.txt`
      const data = { type: 'assets', id, attributes: { name } }
      for (const type of ['application/json', 'application/vnd.api+json; charset=utf-8']) {
        const answer = await client.send('PATCH', `/assets/${id}`, {
          headers: { 'content-type': type },
          body: JSON.stringify({ data }),
        })
        const document = client.document<{ data: AssetResource }>(answer, 200, 'AssetDocument')
        assert.equal(document.data.attributes.name, name)
      }
      const ids = Array.from({ length: 999 }, () => id)
      await client.change('bulk-trash', ids)
      await client.change('bulk-permanent', ids)
      const json = { 'content-type': 'application/json' }
      const path = '/assets/bulk-trash'
      await client.refused('POST', path, { headers: json }, [400, 'malformed_request'])
      const huge = { headers: json, body: JSON.stringify(['x'.repeat(1024 ** 2)]) }
      await client.refused('POST', path, huge, [413, 'body_too_large'])
    },
  },
  ...Object.entries(FRAMINGS).map(([framing, framed]) => ({
    name: `an upload ${framing} arrives byte for byte`,
    needs: ['connections'] as const,
    async run(fixture: AdapterFixture) {
      for (const size of [0, 1, 65_536, 700_001]) {
        const content = randomBytes(size)
        const { line, pieces } = framed(rawForm([filePart(content)]))
        const type = `Content-Type: ${MULTIPART}`
        const head = requestHead(fixture, 'POST', '/assets?with_meta=1', type, line)
        const close = `${head}Connection: close\r\n\r\n`
        const [answer] = await exchange(fixture, [close, ...pieces])
        assert.equal(answer?.status, 201, answer?.body)
        const { data } = JSON.parse(answer?.body ?? '') as { data: AssetResource }
        const sha256 = createHash('sha256').update(content).digest('hex')
        assert.deepEqual([data.attributes.size, data.meta?.sha256], [size, sha256])
      }
    },
  })),
]
