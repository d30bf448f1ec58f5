import assert from 'node:assert/strict'
import { blobKeysOf } from '../asset/asset.ts'
import type { ContractCase } from './contract.ts'
import type { MetadataWorld } from './metadata-contract.ts'
import { at, listed, newAsset, newVariant, purged, refuses, storedOne } from './metadata-fixture.ts'

const tenant = 'default'

export const purgeCases: readonly ContractCase<MetadataWorld>[] = [
  {
    name: 'purge deletes trashed records and resolves to them, in the order given',
    async run({ metadata }) {
      const a = await storedOne(metadata, { variants: [newVariant()] })
      const b = await storedOne(metadata)
      const c = await storedOne(metadata)
      const ids = [b.id, a.id]
      const trashed = await metadata.move({ tenant, ids, at: at(1), to: 'trash' })
      const purge = await metadata.purge({ tenant, ids, at: at(2), doneSince: at(0) })
      assert.deepEqual(purge, { assets: trashed, held: false })
      for (const { id, publicFileId } of trashed) {
        assert.equal(await metadata.get({ id }), null)
        assert.equal(await metadata.get({ publicFileId }), null)
      }
      assert.deepEqual(await listed(metadata), { ids: [c.id], total: 1 })
      assert.deepEqual(await listed(metadata, { trashed: true }), { ids: [], total: 0 })
    },
  },
  {
    name: 'purge claims the blob keys, due at the time given',
    async run({ metadata }) {
      const asset = await storedOne(metadata, { variants: [newVariant()] })
      const keys = blobKeysOf(asset)
      await purged(metadata, [asset], at(5))
      assert.deepEqual(await metadata.claim({ dueAt: at(4), limit: 10 }), [])
      const due = await metadata.claim({ dueAt: at(5), limit: 10 })
      assert.deepEqual([...due].sort(), [...keys].sort())
      // Claims, not reservations: one round of deletion does not free them, and no insert can have them.
      const twin = newAsset({ blobKey: asset.blobKey })
      await refuses(
        metadata.insert({ tenant, assets: [twin], keyId: null, quota: null }),
        'reservation_lost',
      )
      await metadata.settle({ deleted: keys, again: at(9) })
      assert.deepEqual(await metadata.claim({ dueAt: at(8), limit: 10 }), [])
    },
  },
  {
    name: 'purge counts what was purged since doneSince as done',
    async run({ metadata }) {
      const gone = await storedOne(metadata)
      await purged(metadata, [gone], at(100))
      const purge = (ids: string[], doneSince: string) =>
        metadata.purge({ tenant, ids, at: at(200), doneSince }).then(({ assets }) => assets)
      assert.deepEqual(await purge([gone.id], at(100)), [])
      const context = { unknown: [gone.id], untrashed: [] }
      await refuses(purge([gone.id], at(101)), 'asset_not_found', context)
      const other = await storedOne(metadata)
      const [trashed] = await metadata.move({ tenant, ids: [other.id], at: at(150), to: 'trash' })
      assert.deepEqual(await purge([gone.id, other.id], at(100)), [trashed])
    },
  },
  {
    name: 'purge of one tenant does not count as done for another',
    async run({ metadata }) {
      const gone = await storedOne(metadata)
      await purged(metadata, [gone], at(100))
      await refuses(
        metadata.purge({ tenant: 'other', ids: [gone.id], at: at(101), doneSince: at(0) }),
        'asset_not_found',
        { unknown: [gone.id], untrashed: [] },
      )
    },
  },
  {
    name: 'purge is refused when an asset is not in the trash, and deletes nothing',
    async run({ metadata }) {
      const active = await storedOne(metadata)
      const other = await storedOne(metadata)
      const [trashed] = await metadata.move({ tenant, ids: [other.id], at: at(1), to: 'trash' })
      await refuses(
        metadata.purge({ tenant, ids: [other.id, active.id], at: at(2), doneSince: at(0) }),
        'not_trashed',
        { ids: [active.id] },
      )
      assert.deepEqual(await metadata.get({ id: other.id }), trashed)
      assert.deepEqual(await metadata.claim({ dueAt: at(9), limit: 10 }), [])
    },
  },
  {
    name: 'purge names unknown and untrashed ids, each in the order given, when any is unknown',
    async run({ metadata }) {
      const active = await storedOne(metadata)
      const theirs = await storedOne(metadata, {}, 'other')
      const unknown = newAsset().id
      await refuses(
        metadata.purge({
          tenant,
          ids: [unknown, active.id, theirs.id],
          at: at(2),
          doneSince: at(0),
        }),
        'asset_not_found',
        { unknown: [unknown, theirs.id], untrashed: [active.id] },
      )
    },
  },
]
