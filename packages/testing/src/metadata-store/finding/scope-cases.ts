import assert from 'node:assert/strict'
import type { AssetScope } from '@stowage/core'
import type { AssetRecord } from '@stowage/core/internal'
import type { ContractCase } from '../../contract/contract.ts'
import { HOUR, newAsset, purged, refuses, stored } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'

const tenant = 'default'
const ann: AssetScope = { createdBy: 'ann' }
const bob: AssetScope = { createdBy: 'bob' }
const noCreator: AssetScope = { createdBy: null }

/** Stores assets of `ann`, of `bob` and of no creator, in turn. */
function threeCreators(
  { metadata }: MetadataFixture,
  count: number,
): Promise<readonly AssetRecord[]> {
  const creators = ['ann', 'bob', null]
  const assets = Array.from({ length: count }, (_, n) =>
    newAsset({ createdBy: creators[n % 3] ?? null }),
  )
  return stored(metadata, assets)
}

/** The assets of the scope, newest first. */
function within(assets: readonly AssetRecord[], { createdBy }: AssetScope): readonly AssetRecord[] {
  return assets.filter((asset) => asset.createdBy === createdBy).toReversed()
}

function idsOf(assets: readonly Pick<AssetRecord, 'id'>[]): readonly string[] {
  return assets.map(({ id }) => id)
}

export const scopeCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'list within a scope gives and counts its assets alone, from any offset and below any seq',
    async run(fixture) {
      const { assets: records } = fixture.metadata
      const all = await threeCreators(fixture, 60)
      for (const scope of [ann, bob, noCreator]) {
        const own = within(all, scope)
        const list = (from: { offset: number } | { belowSeq: number }, limit = 7) =>
          records.list({ tenant, scope, trashed: false, from, limit })
        for (const offset of [0, 1, 10, 19, 20, 1000]) {
          const expected = { assets: own.slice(offset, offset + 7), total: 20 }
          assert.deepEqual(await list({ offset }), expected)
        }
        const belowSeq = own[4]?.seq ?? 0
        assert.deepEqual(await list({ belowSeq }), { assets: own.slice(5, 12), total: 20 })
      }
      const none = { assets: [], total: 0 }
      const query = { tenant, trashed: false, from: { offset: 0 }, limit: 7 }
      assert.deepEqual(await records.list({ ...query, scope: { createdBy: 'eve' } }), none)
      assert.deepEqual(await records.list({ ...query, scope: ann, tenant: 'other' }), none)
      assert.equal((await records.list({ ...query, scope: null })).total, 60)
    },
  },
  {
    name: 'list within a scope keeps live assets and trash apart, through moves and purges',
    async run(fixture) {
      const { metadata } = fixture
      const own = within(await threeCreators(fixture, 90), bob)
      const [trash, live] = [own.slice(0, 12), own.slice(12)]
      await metadata.assets.setTrashed({ tenant, ids: idsOf(own.slice(0, 15)), to: 'trash' })
      await metadata.assets.setTrashed({ tenant, ids: idsOf(own.slice(12, 15)), to: 'active' })
      await purged(metadata, trash.slice(0, 2))
      for (const [trashed, expected] of [
        [false, live],
        [true, trash.slice(2)],
      ] as const) {
        const query = { tenant, scope: bob, trashed, from: { offset: 3 }, limit: 5 }
        const page = await metadata.assets.list(query)
        assert.equal(page.total, expected.length)
        assert.deepEqual(idsOf(page.assets), idsOf(expected.slice(3, 8)))
      }
    },
  },
  {
    name: 'list within a scope finds every page of a creator with few assets among many',
    async run({ metadata }) {
      const assets = Array.from({ length: 700 }, (_, n) =>
        newAsset({ createdBy: n % 100 === 3 ? 'ann' : 'bob' }),
      )
      const own = within(await stored(metadata, assets), ann)
      for (let offset = 0; offset <= own.length; offset += 1) {
        const query = { tenant, scope: ann, trashed: false, from: { offset }, limit: 2 }
        const page = await metadata.assets.list(query)
        assert.equal(page.total, 7)
        assert.deepEqual(idsOf(page.assets), idsOf(own.slice(offset, offset + 2)))
      }
    },
  },
  {
    name: 'update, setTrashed and purge take assets out of the scope for unknown, and change nothing',
    async run(fixture) {
      const { assets } = fixture.metadata
      const [anns, bobs, nobodys] = await threeCreators(fixture, 3)
      assert.ok(anns && bobs && nobodys)
      for (const [scope, own, others] of [
        [ann, anns, bobs],
        [bob, bobs, nobodys],
        [noCreator, nobodys, anns],
      ] as const) {
        const changes = { name: 'theirs' }
        await refuses(assets.update({ tenant, scope, id: others.id, changes }), 'asset_not_found')
        const ids = [own.id, others.id]
        const unknown = { ids: [others.id] }
        await refuses(
          assets.setTrashed({ tenant, scope, ids, to: 'trash' }),
          'asset_not_found',
          unknown,
        )
        assert.equal((await assets.get({ id: own.id }))?.trashedAt, null)
        await assets.setTrashed({ tenant, ids, to: 'trash' })
        await refuses(
          assets.setTrashed({ tenant, scope, ids, to: 'active' }),
          'asset_not_found',
          unknown,
        )
        await refuses(assets.purge({ tenant, scope, ids, doneWithin: 0 }), 'asset_not_found', {
          unknown: [others.id],
          untrashed: [],
        })
        const restored = await assets.setTrashed({ tenant, scope, ids: [own.id], to: 'active' })
        assert.deepEqual(idsOf(restored), [own.id])
        const updated = await assets.update({ tenant, scope, id: own.id, changes: { name: 'own' } })
        assert.equal(updated.asset.name, 'own')
        await assets.setTrashed({ tenant, ids: [others.id], to: 'active' })
        assert.notEqual((await assets.get({ id: others.id }))?.name, 'theirs')
      }
    },
  },
  {
    name: 'purge within a scope counts what was purged of it as done, and what was purged of others as unknown',
    async run(fixture) {
      const { assets } = fixture.metadata
      const [anns, bobs, nobodys] = await threeCreators(fixture, 3)
      assert.ok(anns && bobs && nobodys)
      await purged(fixture.metadata, [anns, bobs, nobodys])
      for (const [scope, own, others] of [
        [ann, anns, bobs],
        [bob, bobs, nobodys],
        [noCreator, nobodys, anns],
      ] as const) {
        const purge = (ids: readonly string[]) =>
          assets.purge({ tenant, scope, ids, doneWithin: HOUR })
        assert.deepEqual((await purge([own.id])).assets, [])
        const context = { unknown: [others.id], untrashed: [] }
        await refuses(purge([own.id, others.id]), 'asset_not_found', context)
      }
    },
  },
]
