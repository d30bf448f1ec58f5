import assert from 'node:assert/strict'
import type { ListQuery } from '@stowage/core/internal'
import type { ContractCase } from '../../contract/contract.ts'
import { at, listed, newAsset, stored, storedOne } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'

export const listCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'list of a tenant without assets is empty',
    async run({ metadata }) {
      await storedOne(metadata, {}, 'other')
      const query = { tenant: 'default', trashed: false, limit: 10 }
      const empty = { assets: [], total: 0 }
      assert.deepEqual(await metadata.assets.list({ ...query, from: { offset: 0 } }), empty)
      assert.deepEqual(await metadata.assets.list({ ...query, from: { offset: 5 } }), empty)
      assert.deepEqual(await metadata.assets.list({ ...query, from: { belowSeq: 5 } }), empty)
      assert.deepEqual(
        await metadata.assets.list({ ...query, trashed: true, from: { offset: 0 } }),
        empty,
      )
    },
  },
  {
    name: 'list orders by insertion, newest first, not by the clock',
    async run({ metadata }) {
      const first = await storedOne(metadata, { createdAt: at(300) })
      const second = await storedOne(metadata, { createdAt: at(100) })
      const third = await storedOne(metadata, { createdAt: at(200) })
      assert.deepEqual(await listed(metadata), { ids: [third.id, second.id, first.id], total: 3 })
    },
  },
  {
    name: 'list gives whole records, from an offset or below a seq, with the total of the whole list',
    async run({ metadata }) {
      const all = await stored(
        metadata,
        Array.from({ length: 7 }, () => newAsset()),
      )
      const newestFirst = all.toReversed()
      const list = (from: ListQuery['from'], limit: number) =>
        metadata.assets.list({ tenant: 'default', trashed: false, from, limit })
      assert.deepEqual(await list({ offset: 0 }, 3), { assets: newestFirst.slice(0, 3), total: 7 })
      assert.deepEqual(await list({ offset: 2 }, 3), { assets: newestFirst.slice(2, 5), total: 7 })
      assert.deepEqual(await list({ offset: 6 }, 3), { assets: newestFirst.slice(6), total: 7 })
      assert.deepEqual(await list({ offset: 7 }, 3), { assets: [], total: 7 })
      assert.deepEqual(await list({ offset: 1e9 }, 3), { assets: [], total: 7 })
      assert.deepEqual(await list({ belowSeq: 5 }, 2), {
        assets: newestFirst.slice(3, 5),
        total: 7,
      })
      assert.deepEqual(await list({ belowSeq: 1 }, 2), { assets: [], total: 7 })
      assert.deepEqual(await list({ belowSeq: Number.MAX_SAFE_INTEGER }, 1000), {
        assets: newestFirst,
        total: 7,
      })
    },
  },
  {
    name: 'list keeps live assets and trash apart, each with its own total and its own positions',
    async run({ metadata }) {
      const all = await stored(
        metadata,
        Array.from({ length: 600 }, () => newAsset()),
      )
      const ids = all.map(({ id }) => id).toReversed()
      const even = ids.filter((_, index) => index % 2 === 0)
      const odd = ids.filter((_, index) => index % 2 === 1)
      await metadata.assets.setTrashed({ tenant: 'default', ids: odd, to: 'trash' })
      assert.deepEqual(await listed(metadata), { ids: even, total: 300 })
      assert.deepEqual(await listed(metadata, { trashed: true }), { ids: odd, total: 300 })
      for (const [trashed, expected] of [
        [false, even],
        [true, odd],
      ] as const) {
        const page = await metadata.assets.list({
          tenant: 'default',
          trashed,
          from: { offset: 250 },
          limit: 7,
        })
        assert.deepEqual(
          page.assets.map(({ id }) => id),
          expected.slice(250, 257),
        )
      }
    },
  },
  {
    name: 'list shows nothing of another tenant, nor counts it',
    async run({ metadata }) {
      const mine = await storedOne(metadata, {}, 'mine')
      const theirs = await storedOne(metadata, {}, 'theirs')
      assert.deepEqual(await listed(metadata, { tenant: 'mine' }), { ids: [mine.id], total: 1 })
      assert.deepEqual(await listed(metadata, { tenant: 'theirs' }), { ids: [theirs.id], total: 1 })
    },
  },
]
