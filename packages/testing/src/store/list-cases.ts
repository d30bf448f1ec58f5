import assert from 'node:assert/strict'
import type { Asset, AssetStore } from '@stowage/core'
import { seqOf } from '@stowage/core/internal'
import type { ContractCase } from '../contract/contract.ts'
import type { StoreFixture } from './store-fixture.ts'

/** Uploads `count` small files and resolves to them, newest first. */
async function filled(store: AssetStore, count: number): Promise<Asset[]> {
  const assets: Asset[] = []
  for (let n = 0; n < count; n += 1) {
    assets.unshift(await store.upload(new TextEncoder().encode(`${n}`), { name: `${n}.txt` }))
  }
  return assets
}

export const listCases: readonly ContractCase<StoreFixture>[] = [
  {
    name: 'list of an empty store has one empty page',
    async run({ store }) {
      assert.deepEqual(await store.list(), {
        assets: [],
        page: 1,
        perPage: 24,
        total: 0,
        lastPage: 1,
      })
    },
  },
  {
    name: 'list gives pages newest first, with the exact total',
    async run({ store }) {
      const assets = await filled(store, 7)
      for (const [page, expected] of [
        [1, assets.slice(0, 3)],
        [2, assets.slice(3, 6)],
        [3, assets.slice(6)],
        [4, []],
      ] as const) {
        const { total, lastPage, ...rest } = await store.list({ page, perPage: 3 })
        assert.deepEqual([total, lastPage], [7, 3])
        assert.deepEqual(rest.assets, expected)
      }
      const { assets: second, lastPage } = await store.list({ page: 2, perPage: 1 })
      assert.deepEqual([second, lastPage], [assets.slice(1, 2), 7])
      assert.deepEqual((await store.list({ perPage: 100 })).assets, assets)
    },
  },
  {
    name: 'list leaves out the trash, and shows it when asked',
    async run({ store }) {
      const [newest, middle, oldest] = await filled(store, 3)
      await store.trash(middle?.id ?? '')
      const ids = (assets: readonly Asset[]) => assets.map(({ id }) => id)
      assert.deepEqual(ids((await store.list()).assets), [newest?.id, oldest?.id])
      const trash = await store.list({ trashed: true })
      assert.deepEqual([ids(trash.assets), trash.total], [[middle?.id], 1])
    },
  },
  {
    name: 'list refuses pages that are no whole numbers in range',
    async run({ store }) {
      for (const page of [0, -1, 1.5, Number.NaN]) {
        await assert.rejects(store.list({ page }), { code: 'invalid_argument' })
      }
      for (const perPage of [0, 101, 2.5]) {
        await assert.rejects(store.list({ perPage }), { code: 'invalid_argument' })
      }
      assert.equal((await store.list({ page: Number.MAX_SAFE_INTEGER })).assets.length, 0)
    },
  },
  {
    name: 'list refuses cursors whose place no asset could have, before the database sees them',
    async run({ store }) {
      await filled(store, 3)
      for (const [sort, values] of [
        ['size', [1.5, 1e300, null]],
        ['updatedAt', [1.5, -1e300, '1']],
        ['name', ['a\0', '\ud800', 7]],
        ['type', ['a\0', null]],
        ['durationSeconds', ['1']],
        ['createdAt', [1]],
      ] as const) {
        const { next } = await store.list({ sort, perPage: 1, after: null })
        const [version, digest, , seq] = JSON.parse(String(Buffer.from(next ?? '', 'base64url')))
        for (const value of values) {
          const forged = JSON.stringify([version, digest, value, seq])
          const cursor = Buffer.from(forged).toString('base64url')
          const code = 'invalid_argument'
          const after = { code, context: { argument: 'after' } }
          await assert.rejects(store.list({ sort, after: cursor }), after, `${sort} ${forged}`)
          const before = { code, context: { argument: 'before' } }
          await assert.rejects(store.list({ sort, before: cursor }), before, `${sort} ${forged}`)
        }
      }
    },
  },
  {
    name: 'iterate walks every asset once, also when some are added and purged meanwhile',
    async run({ store }) {
      const assets = await filled(store, 5)
      const seen: string[] = []
      for await (const asset of store.matching({}).iterate()) {
        seen.push(asset.id)
        if (seen.length === 1) await filled(store, 2)
        if (seen.length === 2) await store.trash(asset.id)
      }
      assert.deepEqual(
        seen,
        assets.map(({ id }) => id),
      )
    },
  },
  {
    name: 'tenants see, count and change nothing of each other',
    async run({ store }) {
      const other = store.for({ tenant: 'other' })
      const [mine] = await filled(store, 2)
      const id = mine?.id ?? ''
      assert.equal((await other.list()).total, 0)
      await assert.rejects(other.get(id), { code: 'asset_not_found' })
      await assert.rejects(other.get({ publicFileId: mine?.publicFileId ?? '' }), {
        code: 'file_not_found',
      })
      await assert.rejects(other.update(id, { name: 'stolen' }), { code: 'asset_not_found' })
      await assert.rejects(other.trash(id), { code: 'asset_not_found' })
      await assert.rejects(other.restore(id), { code: 'asset_not_found' })
      await assert.rejects(other.read(id), { code: 'asset_not_found' })
      await store.trash(id)
      await assert.rejects(other.purge(id), { code: 'asset_not_found' })
      const theirs = await other.upload(new Uint8Array([1]))
      assert.equal(seqOf(theirs), 1)
      assert.equal((await store.list()).total, 1)
    },
  },
]
