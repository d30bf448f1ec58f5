import assert from 'node:assert/strict'
import type { ContractCase } from '../../contract/contract.ts'
import type { HttpFixture } from '../../http/http-fixture.ts'
import { bulkFormOf, clientOf } from '../http-client.ts'

/** The list and its pages. */
export const listCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'an empty list has one page',
    needs: ['issueKey'],
    async run(fixture) {
      const client = await clientOf(fixture)
      const path = client.url('/assets')
      assert.deepEqual(await client.list(), {
        data: [],
        links: { first: `${path}?page=1`, last: `${path}?page=1`, prev: null, next: null },
        meta: { current_page: 1, from: null, last_page: 1, path, per_page: 24, to: null, total: 0 },
      })
    },
  },
  {
    name: 'following links.next gives every asset once, newest first, and keeps the parameters',
    async run(fixture) {
      const client = await clientOf(fixture)
      const contents = Array.from({ length: 23 }, (_, index) => String(index))
      await client.send('POST', '/assets/bulk-upload', { body: bulkFormOf(contents) })
      const seen: string[] = []
      let url: string | null = '?per_page=5&with_meta=1&utm_source=x'
      for (let page = 1; url !== null; page += 1) {
        const { data, links, meta } = await client.list(url)
        assert.equal(meta.current_page, page)
        assert.equal(meta.per_page, 5)
        assert.deepEqual([meta.from, meta.to], [seen.length + 1, seen.length + data.length])
        assert.equal(meta.last_page, Math.ceil(meta.total / 5))
        for (const [link, number] of [
          [links.first, 1],
          [links.last, meta.last_page],
          [links.prev, page - 1],
          [links.next, page + 1],
        ] as const) {
          if (link === null) continue
          const { searchParams, origin, pathname } = new URL(link)
          assert.equal(origin + pathname, meta.path)
          assert.deepEqual([...searchParams].toSorted(), [
            ['page', String(number)],
            ['per_page', '5'],
            ['with_meta', '1'],
          ])
        }
        assert.equal(links.prev === null, page === 1)
        seen.push(...data.map(({ id }) => id))
        url = links.next
        if (url === null) assert.equal(seen.length, meta.total)
      }
      assert.equal(new Set(seen).size, seen.length)
      assert.deepEqual(
        seen.slice(0, 23),
        (await client.list('?per_page=23')).data.map(({ id }) => id),
      )
    },
  },
  {
    name: 'a page holds 24 by default and up to 100',
    async run(fixture) {
      const client = await clientOf(fixture)
      const contents = Array.from({ length: 100 }, (_, index) => String(index))
      await client.send('POST', '/assets/bulk-upload', { body: bulkFormOf(contents) })
      assert.equal((await client.list()).data.length, 24)
      assert.equal((await client.list('?per_page=100')).data.length, 100)
      assert.equal((await client.list('?page=2&per_page=1')).data.length, 1)
    },
  },
  {
    name: 'past the last page there is nothing, and a way back',
    async run(fixture) {
      const client = await clientOf(fixture)
      await client.upload('x')
      for (const page of ['1000000', String(Number.MAX_SAFE_INTEGER)]) {
        const { data, links, meta } = await client.list(`?page=${page}`)
        assert.deepEqual([data, meta.from, meta.to, links.next], [[], null, null, null])
        assert.equal(links.prev, links.last)
        assert.equal(meta.current_page, Number(page))
      }
    },
  },
]
