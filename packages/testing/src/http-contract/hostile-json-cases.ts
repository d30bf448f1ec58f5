import assert from 'node:assert/strict'
import type { AssetResource } from '@stowage/api'
import type { ContractCase } from '../contract/contract.ts'
import type { HttpFixture } from '../http/http-fixture.ts'
import { clientOf, type HttpClient } from './http-client.ts'

const INVALID = [422, 'invalid_body'] as const
const SOME_UUID = '019b3c5e-7a54-7c0e-9d3f-5f1b0a6f4e21'
/** Bytes; a little less than a body may have. */
const SIZE = 1_000_000
/** Names that JavaScript objects inherit from their prototype. */
const INHERITED = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']

/** Routes that take JSON, with a key that may read, write and delete. */
const ROUTES = [
  ['PATCH', `/assets/${SOME_UUID}`],
  ['POST', `/assets/${SOME_UUID}/copy`],
  ['POST', '/assets/bulk-trash'],
  ['POST', '/assets/bulk-tag'],
  ['DELETE', '/assets/bulk-permanent'],
  ['POST', '/folders'],
  ['POST', '/upload-tickets'],
] as const

/** Sends JSON as raw text, even text that `JSON.stringify` would not write. */
const json = (body: string) => ({ headers: { 'content-type': 'application/json' }, body })

function members(count: number, member: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => member(index)).join()
}

const HUGE: Readonly<Record<string, string>> = {
  members: `{${members(SIZE / 12, (index) => `"a${index}":1`)}}`,
  lists: `{"asset_ids":[${members(SIZE / 3, () => '[]')}]}`,
  'unknown filters': `{"expected":1,"filter":{${members(SIZE / 12, (index) => `"a${index}":1`)}}}`,
  'objects within each other': '{"a":'.repeat(SIZE / 6) + '1'.concat('}'.repeat(SIZE / 6)),
}

async function patched(client: HttpClient, id: string, members: string): Promise<AssetResource> {
  const body = `{"data":{"type":"assets","id":"${id}",${members}}}`
  const answer = await client.send('PATCH', `/assets/${id}?with_meta=1`, json(body))
  return client.document<{ data: AssetResource }>(answer, 200, 'AssetDocument').data
}

/** JSON that parsers read differently, or that takes long to read. */
export const hostileJsonCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'JSON of many members, or nested deep, is refused in a few words by every route, and the next request answered',
    async run(fixture) {
      const client = await clientOf(fixture)
      for (const [method, path] of ROUTES) {
        for (const [name, body] of Object.entries(HUGE)) {
          const answer = await client.send(method, path, json(body))
          const { code } = JSON.parse(answer.bytes.toString()).errors[0]
          const isDeep = name === 'objects within each other'
          client.errors(answer, isDeep ? 400 : 422, isDeep ? 'malformed_request' : code)
          assert.ok(answer.bytes.length < 2000, `${method} ${path}, ${name}`)
        }
      }
      assert.equal((await client.send('GET', '/usage')).status, 200)
    },
  },
  {
    name: 'names of a prototype are unknown members at every depth, and data where names are free',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id } = await client.upload('x')
      const resource = `"type":"assets","id":"${id}"`
      for (const name of INHERITED) {
        for (const [body, pointer] of [
          [`{"${name}":{"data":{${resource}}}}`, `/${name}`],
          [`{"data":{${resource},"${name}":{}}}`, `/data/${name}`],
          [`{"data":{${resource},"attributes":{"${name}":{}}}}`, `/data/attributes/${name}`],
          [`{"data":{${resource},"meta":{"${name}":[]}}}`, `/data/meta/${name}`],
        ] as const) {
          const [error] = await client.refused('PATCH', `/assets/${id}`, json(body), INVALID)
          assert.deepEqual(error?.source, { pointer })
        }
        const filter = `{"filter":{"${name}":{"gte":1}},"expected":0}`
        await client.refused('POST', '/assets/bulk-trash', json(filter), INVALID)
        const { meta } = await patched(client, id, `"meta":{"metadata":{"${name}":"kept"}}`)
        assert.deepEqual(Object.entries(meta?.metadata ?? {}), [[name, 'kept']])
      }
    },
  },
  {
    name: 'of a name that comes twice the last value counts, and the first is nowhere looked at',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id } = await client.upload('x')
      const twice = `{"asset_ids":["${SOME_UUID}"],"asset_ids":["${id}"]}`
      assert.equal((await client.send('POST', '/assets/bulk-trash', json(twice))).status, 204)
      const turned = `{"asset_ids":["${id}"],"asset_ids":["${SOME_UUID}"]}`
      const missing = [404, 'asset_not_found'] as const
      await client.refused('POST', '/assets/bulk-restore', json(turned), missing)
      await client.change('bulk-restore', [id])
      const named = await patched(client, id, '"attributes":{"name":7,"name":"b.txt"}')
      assert.equal(named.attributes.name, 'b.txt')
    },
  },
  {
    name: 'a number that JSON readers take for another is refused where it would be kept or compared',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id } = await client.upload('x')
      for (const number of ['9007199254740993', '-9007199254740993', '1e400', '-1e400', '1e300']) {
        const body = `{"data":{"type":"assets","id":"${id}","meta":{"metadata":{"n":${number}}}}}`
        const [error] = await client.refused('PATCH', `/assets/${id}`, json(body), INVALID)
        assert.deepEqual(error?.source, { pointer: '/data/meta/metadata/n' })
        for (const filter of [`"size":{"gte":${number}}`, `"metadata":{"n":${number}}`]) {
          const matching = json(`{"filter":{${filter}},"expected":0}`)
          await client.refused('POST', '/assets/bulk-trash', matching, INVALID)
        }
        const expecting = json(`{"filter":{"type":"image"},"expected":${number}}`)
        const { status } = await client.send('POST', '/assets/bulk-trash', expecting)
        assert.equal(status, 422)
      }
      const exact = '{"a":9007199254740991,"b":-9007199254740991,"c":0.1,"d":1e-300}'
      const { meta } = await patched(client, id, `"meta":{"metadata":${exact}}`)
      assert.deepEqual(meta?.metadata, JSON.parse(exact))
    },
  },
  {
    name: 'half a character is refused or replaced, never kept, wherever text is taken',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id } = await client.upload('x')
      for (const half of ['\\ud800', 'a\\udc00b', '\\udc00\\ud800']) {
        for (const meta of [
          `"title":"${half}"`,
          `"alt":{"en":"${half}"}`,
          `"tags":["${half}"]`,
          `"metadata":{"a":"${half}"}`,
          `"metadata":{"${half}":1}`,
        ]) {
          const body = `{"data":{"type":"assets","id":"${id}","meta":{${meta}}}}`
          await client.refused('PATCH', `/assets/${id}`, json(body), INVALID)
        }
        for (const filter of [`"q":"${half}"`, `"tag":"${half}"`, `"created_by":"${half}"`]) {
          const body = json(`{"filter":{${filter}},"expected":0}`)
          await client.refused('POST', '/assets/bulk-trash', body, INVALID)
        }
        const unknown = json(`{"asset_ids":["${half}"]}`)
        await client.refused('POST', '/assets/bulk-trash', unknown, [404, 'asset_not_found'])
        await client.refused('POST', '/assets/bulk-trash', json(`{"${half}":1}`), INVALID)
        const { attributes } = await patched(client, id, `"attributes":{"name":"n${half}.txt"}`)
        assert.match(attributes.name, /^n.*\ufffd.*\.txt$/)
      }
    },
  },
]
