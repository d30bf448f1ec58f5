import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { AssetCollection } from '@stowage/api'
import type { ContractCase } from '../contract/contract.ts'
import type { HttpFixture } from '../http/http-fixture.ts'
import { clientOf, type HttpClient } from '../http-contract/http-client.ts'
import { folderOf, uploadWith } from '../http-contract/organise-client.ts'
import { cursorForgeries } from './cursor-forgeries.ts'
import { findQueries } from './find-queries.ts'

const REFUSED = [400, 'invalid_parameter'] as const

/** Stores assets whose texts could be mistaken for operators and marks of databases. */
async function fill(client: HttpClient): Promise<void> {
  const { id: folder_id } = await folderOf(client, "'; DROP TABLE folders; --")
  const a = {
    title: 'a* NEAR(b)',
    tags: JSON.stringify(['red', `a"b`, "x' OR 1=1", '100%', 'NOT', '\ue002red']),
    metadata:
      '{"__proto__":"p","constructor":"c","toString":1,"a][b":null,"n":9007199254740991,"s":"1e400"}',
  }
  await uploadWith(client, a, 'a', 'a.txt')
  await uploadWith(client, { folder_id, tags: '["blue"]' }, 'bb', 'b_100.txt')
  await uploadWith(client, { metadata: '{"n":-0,"s":"null"}' }, 'ccc', 'Ångström (c).txt')
}

/** The names that were found, which must match the total; or the parameter that was refused. */
async function outcomeOf(client: HttpClient, query: string): Promise<unknown> {
  const answer = await client.send('GET', `/assets?${query}`)
  if (answer.status !== 200) {
    const [error] = client.errors(answer, ...REFUSED)
    return error?.source && 'parameter' in error.source ? error.source.parameter : error
  }
  const { data, meta } = JSON.parse(answer.bytes.toString()) as AssetCollection
  const names = data.map(({ attributes }) => attributes.name).sort()
  return meta.total === names.length ? names : { names, total: meta.total }
}

/** An answer repeats only the beginning of a value from the request. */
function cut(expected: unknown): unknown {
  return typeof expected === 'string' ? expected.slice(0, 256) : expected
}

/** List requests of hostile clients. */
export const hostileFindCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'each hostile filter, search, order and page is 400 that names it, or an exact answer',
    async run(fixture) {
      const client = await clientOf(fixture)
      await fill(client)
      const wrong: unknown[] = []
      for (const [query, expected] of findQueries()) {
        const answer = await outcomeOf(client, query)
        if (!isDeepStrictEqual(answer, cut(expected)))
          wrong.push([query.slice(0, 200), answer, expected])
      }
      assert.deepEqual(wrong, [])
    },
  },
  {
    name: 'a forged or truncated cursor is 400, or leads to a place of its own list',
    async run(fixture) {
      const client = await clientOf(fixture)
      await fill(client)
      for (const sort of [
        '-created_at',
        'name',
        '-size',
        'updated_at',
        'duration_seconds',
        'type',
      ]) {
        const list = `/assets?sort=${sort}&page[size]=1`
        const answer = await client.send('GET', list)
        const { links } = JSON.parse(answer.bytes.toString()) as { links: { next: string } }
        const cursor = new URL(links.next).searchParams.get('page[after]') ?? assert.fail()
        for (const way of ['after', 'before']) {
          for (const [forged, isPlace] of cursorForgeries(cursor, sort)) {
            const path = `${list}&page[${way}]=${encodeURIComponent(forged)}`
            const { status, bytes } = await client.send('GET', path)
            const what = `${sort} ${Buffer.from(forged, 'base64url').toString().slice(0, 200)}`
            assert.equal(status, isPlace ? 200 : 400, what)
            const { meta } = JSON.parse(bytes.toString()) as { meta?: { total: number } }
            assert.equal(meta?.total, isPlace ? 3 : undefined, what)
          }
        }
      }
    },
  },
  {
    name: 'hostile folders, tags and ids in a body are refused, and change nothing',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { id } = await uploadWith(client, {}, 'x', 'a.txt')
      const before = await client.get(id, '?with_meta=1')
      const hostile = ['\ud800', 'a\udc00', 'a\0b', '']
      const ids = [
        '__proto__',
        'constructor',
        '../x',
        '\0',
        '\ud800',
        'x'.repeat(100_000),
        "' OR ''='",
      ]
      const patch = (change: object) => {
        return ['PATCH', `/assets/${id}`, { data: { type: 'assets', id, ...change } }] as const
      }
      const folder = (attributes: object) => {
        return ['POST', '/folders', { data: { type: 'folders', attributes } }] as const
      }
      for (const [method, path, json] of [
        ...hostile.flatMap((text) => [
          ['POST', '/assets/bulk-tag', { asset_ids: [id], add: [text] }] as const,
          ['POST', '/assets/bulk-tag', { asset_ids: [id], remove: [text] }] as const,
          patch({ meta: { tags: [text] } }),
          patch({ meta: { alt: { [text]: 'x' } } }),
        ]),
        ...hostile
          .slice(0, 3)
          .flatMap((text) => [
            patch({ meta: { title: text } }),
            patch({ meta: { metadata: { a: text } } }),
            patch({ meta: { metadata: { [text]: 'a' } } }),
          ]),
        ...ids.flatMap((text) => [
          ['POST', '/assets/bulk-move', { asset_ids: [id, text], folder_id: null }] as const,
          ['POST', '/assets/bulk-move', { asset_ids: [id], folder_id: text }] as const,
          ['POST', '/assets/bulk-trash', { asset_ids: [text, id] }] as const,
          patch({ attributes: { folder_id: text } }),
          folder({ name: randomUUID(), parent_id: text }),
        ]),
        patch({ meta: { metadata: membersOf(65) } }),
        patch({ meta: { metadata: { a: { b: 1 } } } }),
        patch({ meta: { metadata: { a: 'x'.repeat(17_000) } } }),
        patch({ meta: { tags: Array.from({ length: 101 }, (_, index) => `t${index}`) } }),
        patch({ meta: { __proto__x: 1 } }),
        folder({ name: '' }),
      ]) {
        const { status, bytes } = await client.send(method, path, { json })
        const what = `${method} ${path} ${JSON.stringify(json).slice(0, 120)}: ${bytes}`
        assert.ok([400, 404, 422].includes(status), `${status} ${what}`)
      }
      for (const body of [
        '{"data":',
        `{"data":{"type":"assets","id":"${id}","meta":{"metadata":{"a":1e400}}}}`,
      ]) {
        const headers = { 'content-type': 'application/json' }
        const { status } = await client.send('PATCH', `/assets/${id}`, { headers, body })
        assert.ok([400, 422].includes(status), `${status} ${body}`)
      }
      assert.deepEqual(await client.get(id, '?with_meta=1'), before)
    },
  },
]

function membersOf(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, index]))
}
