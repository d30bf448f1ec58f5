import assert from 'node:assert/strict'
import type { ContractCase } from '../../contract/contract.ts'
import { at, HOUR, listed, newAsset, refuses, stored, storedOne } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'

export const importCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'insert keeps the times of another system, and puts what was in its trash into the trash',
    async run({ metadata }) {
      const times = { createdAt: at(0), updatedAt: at(HOUR) }
      const active = newAsset(times)
      const trashed = newAsset({ ...times, trashedAt: at(2 * HOUR), size: 7 })
      const inserted = await stored(metadata, [active, trashed])
      assert.deepEqual(
        inserted.map(({ createdAt, updatedAt, trashedAt }) => [createdAt, updatedAt, trashedAt]),
        [
          [at(0), at(HOUR), null],
          [at(0), at(HOUR), at(2 * HOUR)],
        ],
      )
      for (const asset of inserted) {
        assert.deepEqual(await metadata.assets.get({ id: asset.id }), asset)
      }
      assert.deepEqual(await listed(metadata), { ids: [active.id], total: 1 })
      assert.deepEqual(await listed(metadata, { trashed: true }), { ids: [trashed.id], total: 1 })
      const [usage] = await metadata.assets.usageOf({ tenant: 'default', parts: [''] })
      assert.deepEqual(
        [usage?.assets, usage?.trashedAssets, usage?.trashedBytes],
        [1, 1, trashed.size],
      )
    },
  },
  {
    name: 'an asset that was inserted into the trash can be restored, and purged',
    async run({ metadata }) {
      const [first, second] = await stored(
        metadata,
        [at(1), at(2)].map((trashedAt) => newAsset({ trashedAt })),
      )
      assert.ok(first && second)
      const tenant = 'default'
      await metadata.assets.setTrashed({ tenant, ids: [first.id], to: 'active' })
      await metadata.assets.purge({ tenant, ids: [second.id], doneWithin: HOUR })
      assert.deepEqual(await listed(metadata), { ids: [first.id], total: 1 })
      assert.equal((await metadata.assets.usage(tenant)).assets, 1)
    },
  },
  {
    name: 'get finds an asset by the external id in its own tenant, in the trash too',
    async run({ metadata }) {
      const [mine] = await stored(metadata, [newAsset({ externalId: 'a/1', trashedAt: at(1) })])
      const [theirs] = await stored(metadata, [newAsset({ externalId: 'a/1' })], 'other')
      const get = (tenant: string, externalId: string) =>
        metadata.assets.get({ tenant, externalId })
      assert.deepEqual(await get('default', 'a/1'), mine)
      assert.deepEqual(await get('other', 'a/1'), theirs)
      assert.equal(await get('default', 'A/1'), null)
      assert.equal(await get('nobody', 'a/1'), null)
    },
  },
  {
    name: 'of two assets with one external id in a tenant the second is refused',
    async run({ metadata }) {
      await storedOne(metadata, newAsset({ externalId: 'a/1' }))
      await refuses(stored(metadata, [newAsset({ externalId: 'a/1' })]), 'external_id_taken')
      const twice = [newAsset({ externalId: 'a/2' }), newAsset({ externalId: 'a/2' })]
      await refuses(stored(metadata, twice), 'external_id_taken')
      assert.equal((await listed(metadata)).total, 1)
    },
  },
]
