import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { AssetCursorCollection } from '@stowage/api'
import type { ContractCase } from '../../contract/contract.ts'
import type { HttpFixture } from '../../http/http-fixture.ts'
import { clientOf, type HttpClient } from '../http-client.ts'
import { uploadWith } from '../organise-client.ts'

const REFUSED = [400, 'invalid_parameter'] as const

async function pageOf(client: HttpClient, url: string): Promise<AssetCursorCollection> {
  const answer = await client.send('GET', url.startsWith('http') ? url : `/assets${url}`)
  return client.document<AssetCursorCollection>(answer, 200, 'AssetCursorCollection')
}

/** The query of a list with only these assets. */
async function listOf(client: HttpClient, names: readonly string[]): Promise<string> {
  const tag = `cursor-${randomUUID()}`
  for (const name of names) {
    await uploadWith(client, { tags: JSON.stringify([tag]) }, 'x'.repeat(name.length), name)
  }
  return `filter[tag]=${tag}`
}

const namesOf = ({ data }: AssetCursorCollection) => data.map(({ attributes }) => attributes.name)

/** Lists with cursors. */
export const cursorCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'following next gives every asset once in every order, and prev leads back',
    async run(fixture) {
      const client = await clientOf(fixture)
      const names = ['a', 'bb', 'ccc', 'd', 'ee', 'fff', 'g']
      const list = await listOf(client, names)
      for (const sort of [
        'name',
        '-name',
        'size',
        '-size',
        'created_at',
        '-created_at',
        'type',
        '-duration_seconds',
      ]) {
        const whole = await client.list(`?${list}&sort=${sort}`)
        const expected = whole.data.map(({ attributes }) => attributes.name)
        const seen: string[] = []
        let url: string | null = `?${list}&sort=${sort}&page[size]=3`
        let last = ''
        while (url !== null) {
          const page = await pageOf(client, url)
          assert.equal(page.meta.total, 7)
          assert.deepEqual(Object.keys(page.meta), ['path', 'per_page', 'total'])
          assert.equal(page.links.prev === null, seen.length === 0)
          seen.push(...namesOf(page))
          last = url
          url = page.links.next
        }
        assert.deepEqual(seen, expected, sort)
        const { links } = await pageOf(client, last)
        const before = await pageOf(client, links.prev ?? '')
        assert.deepEqual(namesOf(before), expected.slice(3, 6), sort)
        const first = await pageOf(client, before.links.prev ?? '')
        assert.deepEqual([namesOf(first), first.links.prev], [expected.slice(0, 3), null])
        assert.deepEqual(namesOf(await pageOf(client, links.first)), expected.slice(0, 3))
      }
    },
  },
  {
    name: 'what comes and goes meanwhile shifts no page',
    async run(fixture) {
      const client = await clientOf(fixture)
      const list = await listOf(client, ['a', 'b', 'c', 'd'])
      const tag = list.split('=')[1] ?? ''
      const first = await pageOf(client, `?${list}&page[size]=2`)
      assert.deepEqual(namesOf(first), ['d', 'c'])
      await uploadWith(client, { tags: JSON.stringify([tag]) }, 'x', 'new')
      await client.change(
        'bulk-trash',
        first.data.map(({ id }) => id),
      )
      const next = await pageOf(client, first.links.next ?? '')
      assert.deepEqual([namesOf(next), next.links.next], [['b', 'a'], null])
      assert.equal(next.meta.total, 3)
    },
  },
  {
    name: 'a page has 24 assets unless page[size] says otherwise, and an empty list has no links',
    async run(fixture) {
      const client = await clientOf(fixture)
      const none = `filter[tag]=${randomUUID()}`
      const { data, links, meta } = await pageOf(client, `?${none}&page[size]=5`)
      assert.deepEqual([data, links.prev, links.next], [[], null, null])
      assert.deepEqual([meta.total, meta.per_page], [0, 5])
    },
  },
  {
    name: 'a cursor holds only for its own list, and goes with no number of a page',
    async run(fixture) {
      const client = await clientOf(fixture)
      const list = await listOf(client, ['a', 'b', 'c'])
      const { links } = await pageOf(client, `?${list}&sort=name&page[size]=1`)
      const cursor = new URL(links.next ?? '').searchParams.get('page[after]') ?? ''
      assert.match(cursor, /^[\w-]+$/)
      for (const [query, parameter] of [
        [`${list}&sort=-name&page[after]=${cursor}`, 'page[after]'],
        [`${list}&page[after]=${cursor}`, 'page[after]'],
        [`sort=name&page[before]=${cursor}`, 'page[before]'],
        [`${list}&sort=name&filter[trashed]=with&page[after]=${cursor}`, 'page[after]'],
        [`${list}&sort=name&page[after]=${cursor.slice(0, -2)}`, 'page[after]'],
        ['page[after]=x', 'page[after]'],
        ['page[after]=', 'page[after]'],
        [`${list}&sort=name&page[after]=${cursor}&page[before]=${cursor}`, 'page[before]'],
        ['page[size]=5&page=1', 'page'],
        ['page[size]=5&per_page=5', 'per_page'],
        ['page[size]=0', 'page[size]'],
        ['page[size]=101', 'page[size]'],
        ['page[size]=', 'page[size]'],
        ['page[number]=2', 'page[number]'],
        ['page[offset]=2', 'page[offset]'],
      ] as const) {
        const [error] = await client.refused('GET', `/assets?${query}`, {}, REFUSED)
        assert.deepEqual(error?.source, { parameter }, query)
      }
      const page = await pageOf(client, `?${list}&sort=name&page[size]=2&page[after]=${cursor}`)
      assert.deepEqual(namesOf(page), ['b', 'c'])
    },
  },
]
