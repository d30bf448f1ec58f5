import assert from 'node:assert/strict'
import { blobKeysOf } from '@stowage/core/internal'
import type { ContractCase } from '../../contract/contract.ts'
import {
  claimedAt,
  HOUR,
  listed,
  newAsset,
  newVariant,
  purged,
  refuses,
  storedOne,
} from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'

const tenant = 'default'

export const purgeCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'purge deletes trashed records and resolves to them, in the order given',
    async run({ metadata }) {
      const a = await storedOne(metadata, { variants: [newVariant()] })
      const b = await storedOne(metadata)
      const c = await storedOne(metadata)
      const ids = [b.id, a.id]
      const trashed = await metadata.assets.setTrashed({ tenant, ids, to: 'trash' })
      const purge = await metadata.assets.purge({ tenant, ids, doneWithin: HOUR })
      assert.deepEqual(purge, { assets: trashed, held: false })
      for (const { id, publicFileId } of trashed) {
        assert.equal(await metadata.assets.get({ id }), null)
        assert.equal(await metadata.assets.get({ publicFileId }), null)
      }
      assert.deepEqual(await listed(metadata), { ids: [c.id], total: 1 })
      assert.deepEqual(await listed(metadata, { trashed: true }), { ids: [], total: 0 })
    },
  },
  {
    name: 'purge claims the blob keys, due now',
    async run({ metadata, clock }) {
      const asset = await storedOne(metadata, { variants: [newVariant()] })
      const keys = blobKeysOf(asset)
      clock.set(5)
      await purged(metadata, [asset])
      assert.deepEqual(await claimedAt({ metadata, clock }, 4), [])
      const due = await claimedAt({ metadata, clock }, 5)
      assert.deepEqual([...due].sort(), [...keys].sort())
      // Claims, not reservations: one round of deletion does not free them, and no insert can use them.
      const twin = newAsset({ blobKey: asset.blobKey })
      await refuses(
        metadata.assets.insert({ tenant, assets: [twin], keyId: null, quota: null }),
        'reservation_lost',
      )
      await metadata.blobs.recordDeletions({ deleted: keys, retryAfter: 4000 })
      assert.deepEqual(await claimedAt({ metadata, clock }, 8), [])
    },
  },
  {
    name: 'purge counts what was purged within doneWithin as done',
    async run({ metadata, clock }) {
      const gone = await storedOne(metadata)
      clock.set(100)
      await purged(metadata, [gone])
      clock.set(200)
      const purge = (ids: string[], doneWithin: number) =>
        metadata.assets.purge({ tenant, ids, doneWithin }).then(({ assets }) => assets)
      assert.deepEqual(await purge([gone.id], 100_000), [])
      const context = { unknown: [gone.id], untrashed: [] }
      await refuses(purge([gone.id], 99_000), 'asset_not_found', context)
      const other = await storedOne(metadata)
      const [trashed] = await metadata.assets.setTrashed({ tenant, ids: [other.id], to: 'trash' })
      assert.deepEqual(await purge([gone.id, other.id], 100_000), [trashed])
    },
  },
  {
    name: 'purge of one tenant does not count as done for another',
    async run({ metadata }) {
      const gone = await storedOne(metadata)
      await purged(metadata, [gone])
      await refuses(
        metadata.assets.purge({ tenant: 'other', ids: [gone.id], doneWithin: HOUR }),
        'asset_not_found',
        { unknown: [gone.id], untrashed: [] },
      )
    },
  },
  {
    name: 'purge is refused when an asset is not in the trash, and deletes nothing',
    async run({ metadata, clock }) {
      const active = await storedOne(metadata)
      const other = await storedOne(metadata)
      const [trashed] = await metadata.assets.setTrashed({ tenant, ids: [other.id], to: 'trash' })
      await refuses(
        metadata.assets.purge({ tenant, ids: [other.id, active.id], doneWithin: HOUR }),
        'not_trashed',
        { ids: [active.id] },
      )
      assert.deepEqual(await metadata.assets.get({ id: other.id }), trashed)
      assert.deepEqual(await claimedAt({ metadata, clock }, 9), [])
    },
  },
  {
    name: 'purge names unknown and untrashed ids, each in the order given, when any is unknown',
    async run({ metadata }) {
      const active = await storedOne(metadata)
      const theirs = await storedOne(metadata, {}, 'other')
      const unknown = newAsset().id
      await refuses(
        metadata.assets.purge({
          tenant,
          ids: [unknown, active.id, theirs.id],
          doneWithin: HOUR,
        }),
        'asset_not_found',
        { unknown: [unknown, theirs.id], untrashed: [active.id] },
      )
    },
  },
]
