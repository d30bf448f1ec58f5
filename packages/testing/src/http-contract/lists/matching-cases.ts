import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { ContractCase } from '../../contract/contract.ts'
import type { HttpFixture } from '../../http/http-fixture.ts'
import { clientOf, type HttpClient } from '../http-client.ts'
import { folderOf, uploadWith } from '../organise-client.ts'

const INVALID = [422, 'invalid_body'] as const
const ROUTES = {
  trash: {},
  restore: {},
  move: { folder_id: null },
  tag: { add: ['x'] },
  favourite: { is_favourite: true },
} as const

/** Three assets that a filter tells apart from all others in the store. */
async function three(client: HttpClient) {
  const tag = `tag-${randomUUID()}`
  const ids: string[] = []
  for (const name of ['a.txt', 'b.txt', 'c.txt']) {
    ids.push((await uploadWith(client, { tags: JSON.stringify([tag]) }, 'x', name)).id)
  }
  const total = async (query = '') => (await client.list(`?filter[tag]=${tag}${query}`)).meta.total
  const change = async (verb: keyof typeof ROUTES, expected: number, into: object = {}) => {
    const json = { filter: { tag: [tag] }, expected, ...ROUTES[verb], ...into }
    const answer = await client.send('POST', `/assets/bulk-${verb}`, { json })
    assert.equal(answer.status, 204, answer.bytes.toString())
  }
  return { tag, ids, total, change }
}

/** Bulk routes with a filter. */
export const matchingCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'bulk routes change all that match a filter',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { total, change } = await three(client)
      const { id } = await folderOf(client, `folder ${randomUUID()}`)
      await change('favourite', 3)
      assert.equal(await total('&filter[is_favourite]=true'), 3)
      await change('favourite', 3, { is_favourite: false })
      assert.equal(await total('&filter[is_favourite]=true'), 0)
      await change('move', 3, { folder_id: id })
      assert.equal(await total(`&filter[folder_id]=${id}`), 3)
      const more = `more-${randomUUID()}`
      await change('tag', 3, { add: [more] })
      assert.equal(await total(`,${more}`), 3)
      await change('trash', 3)
      assert.deepEqual([await total(), await total('&filter[trashed]=only')], [0, 3])
      await change('trash', 0)
      await change('restore', 3)
      assert.equal(await total(), 3)
    },
  },
  {
    name: 'bulk-favourite marks all assets that are named, or none',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { ids, total } = await three(client)
      const mark = (asset_ids: readonly string[], is_favourite: unknown) => ({
        json: { asset_ids, is_favourite },
      })
      const answer = await client.send('POST', '/assets/bulk-favourite', mark(ids, true))
      assert.equal(answer.status, 204, answer.bytes.toString())
      assert.equal(await total('&filter[is_favourite]=true'), 3)
      const unknown = mark([...ids, randomUUID()], false)
      const missing = [404, 'asset_not_found'] as const
      const [error] = await client.refused('POST', '/assets/bulk-favourite', unknown, missing)
      assert.deepEqual(error?.source, { pointer: '/asset_ids/3' })
      assert.equal(await total('&filter[is_favourite]=true'), 3)
      for (const wrong of [undefined, null, 'true', 1]) {
        const sent = mark(ids, wrong)
        const [refusal] = await client.refused('POST', '/assets/bulk-favourite', sent, INVALID)
        assert.deepEqual(refusal?.source, { pointer: '/is_favourite' })
      }
    },
  },
  {
    name: 'bulk routes change nothing when another number matches than expected',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { tag, total } = await three(client)
      const changed = [409, 'count_changed'] as const
      for (const [verb, into] of Object.entries(ROUTES)) {
        const count = verb === 'restore' ? 0 : 3
        const json = { filter: { tag: [tag] }, expected: 2, ...into }
        const [error] = await client.refused('POST', `/assets/bulk-${verb}`, { json }, changed)
        assert.deepEqual([error?.source, error?.meta], [{ pointer: '/expected' }, { count }])
      }
      assert.equal(await total('&filter[is_favourite]=false'), 3)
      const limit = 100_000
      const json = { filter: {}, expected: limit + 1 }
      const many = [422, 'too_many_matches'] as const
      const [error] = await client.refused('POST', '/assets/bulk-trash', { json }, many)
      assert.deepEqual(error?.meta, { limit, count: limit + 1 })
    },
  },
  {
    name: 'bulk routes name what is wrong with a filter',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { ids } = await three(client)
      const expected = 0
      for (const [json, pointer] of [
        [{ filter: {} }, '/expected'],
        [{ filter: {}, expected: '0' }, '/expected'],
        [{ filter: {}, expected: -1 }, '/expected'],
        [{ filter: [], expected }, '/filter'],
        [{ filter: null, expected }, '/filter'],
        [{ filter: {}, expected, asset_ids: ids }, '/asset_ids'],
        [{ filter: { colour: 'red' }, expected }, '/filter/colour'],
        [{ filter: { trashed: 'only' }, expected }, '/filter/trashed'],
        [{ filter: { size: { gte: 'x' } }, expected }, '/filter/size/gte'],
        [{ filter: { tag: { some: ['a'] } }, expected }, '/filter/tag/some'],
        [{ filter: { is_favourite: 'true' }, expected }, '/filter/is_favourite'],
        [{ filter: { q: '' }, expected }, '/filter/q'],
      ] as const) {
        for (const [verb, into] of Object.entries(ROUTES)) {
          const sent = { json: { ...json, ...into } }
          const [error] = await client.refused('POST', `/assets/bulk-${verb}`, sent, INVALID)
          assert.deepEqual(error?.source, { pointer }, verb)
        }
      }
      const json = { filter: {}, expected }
      const [error] = await client.refused('DELETE', '/assets/bulk-permanent', { json }, INVALID)
      assert.deepEqual(error?.source, { pointer: '/filter' })
      const both = { json: { asset_ids: ids, filter: {} } }
      const [other] = await client.refused('DELETE', '/assets/bulk-permanent', both, INVALID)
      assert.deepEqual(other?.source, { pointer: '/filter' })
    },
  },
  {
    name: 'bulk-move by a filter names the folder that is not there',
    async run(fixture) {
      const client = await clientOf(fixture)
      const { tag, total } = await three(client)
      const json = { filter: { tag: [tag] }, expected: 3, folder_id: randomUUID() }
      const missing = [404, 'folder_not_found'] as const
      const [error] = await client.refused('POST', '/assets/bulk-move', { json }, missing)
      assert.deepEqual(error?.source, { pointer: '/folder_id' })
      assert.equal(await total('&filter[folder_id]=null'), 3)
    },
  },
]
