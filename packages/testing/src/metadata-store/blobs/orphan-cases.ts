import assert from 'node:assert/strict'
import type { Asset } from '@stowage/core'
import { blobKeysOf } from '@stowage/core/internal'
import { newBlobKey } from '@stowage/core/ports'
import type { ContractCase } from '../../contract/contract.ts'
import {
  claimedAt,
  newAsset,
  newVariant,
  purged,
  stored,
  storedOne,
  twoStores,
} from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'

const tenant = 'default'

export const orphanCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'listAll gives the records of every tenant, trashed or not, by id',
    async run({ metadata }) {
      const mine = await stored(metadata, [newAsset(), newAsset({ variants: [newVariant()] })])
      const theirs = await stored(metadata, [newAsset()], 'other')
      const [first = assert.fail(), ...others] = [...mine, ...theirs]
      const trashed = await metadata.assets.setTrashed({ tenant, ids: [first.id], to: 'trash' })
      const all = [...trashed, ...others].sort((a, b) => (a.id < b.id ? -1 : 1))
      assert.deepEqual(await metadata.assets.listAll({ afterId: null, limit: 1000 }), all)
    },
  },
  {
    name: 'listAll goes on after an id, also one that is gone meanwhile, at most the limit',
    async run({ metadata }) {
      await stored(
        metadata,
        Array.from({ length: 7 }, () => newAsset()),
      )
      const all = await metadata.assets.listAll({ afterId: null, limit: 1000 })
      const pages: Asset[][] = []
      for (let afterId: string | null = null; ; ) {
        const page: readonly Asset[] = await metadata.assets.listAll({ afterId, limit: 3 })
        if (page.length === 0) break
        pages.push([...page])
        afterId = page.at(-1)?.id ?? null
      }
      assert.deepEqual(
        pages.map(({ length }) => length),
        [3, 3, 1],
      )
      assert.deepEqual(pages.flat(), all)
      const third = all[2] ?? assert.fail()
      await purged(metadata, [third])
      assert.deepEqual(
        await metadata.assets.listAll({ afterId: third.id, limit: 1000 }),
        all.slice(3),
      )
    },
  },
  {
    name: 'orphans are the keys that no record, reservation or claim names',
    async run({ metadata }) {
      const asset = await storedOne(metadata, {
        variants: [newVariant(), newVariant({ name: 'o' })],
      })
      const added = newVariant()
      const trashed = await storedOne(metadata, { variants: [newVariant()] }, 'other')
      await metadata.assets.setTrashed({ tenant: 'other', ids: [trashed.id], to: 'trash' })
      const other = await storedOne(metadata)
      await metadata.blobs.reserve([added.blobKey, 'reserved', 'claimed'], { lifetime: 9_000 })
      await metadata.assets.addVariants({ tenant, id: other.id, variants: [added], failed: [] })
      await metadata.blobs.claim({ keys: ['claimed'] })
      const owned = [
        ...[asset, trashed, other].flatMap(blobKeysOf),
        added.blobKey,
        'reserved',
        'claimed',
      ]
      assert.deepEqual(await metadata.blobs.filterOrphans(owned), [])
      const unknown = [newBlobKey(0), newBlobKey(0)]
      assert.deepEqual(await metadata.blobs.filterOrphans([...owned, ...unknown]), unknown)
      assert.deepEqual(await metadata.blobs.filterOrphans([]), [])
    },
  },
  {
    name: 'a key that was purged or removed is an orphan only when its claim is forgotten',
    async run({ metadata, clock }) {
      const [removed, stays] = [newVariant(), newVariant({ name: 'o' })]
      const asset = await storedOne(metadata, { variants: [removed, stays] })
      const keys = blobKeysOf(asset)
      await metadata.assets.removeVariants({ tenant, id: asset.id, blobKeys: [removed.blobKey] })
      assert.deepEqual(await metadata.blobs.filterOrphans(keys), [])
      await purged(metadata, [asset])
      assert.deepEqual(await metadata.blobs.filterOrphans(keys), [])
      for (const due of [1, 2]) {
        const deleted = await claimedAt({ metadata, clock }, due)
        await metadata.blobs.recordDeletions({ deleted, retryAfter: 1000 })
      }
      for (const due of [2, 3]) {
        const deleted = await claimedAt({ metadata, clock }, due)
        await metadata.blobs.recordDeletions({ deleted, retryAfter: 1000 })
      }
      assert.deepEqual(await metadata.blobs.filterOrphans(keys), keys)
    },
  },
  {
    name: 'a key on its way from a reservation to a record is no orphan at any moment',
    async run(fixture) {
      const [one, two] = await twoStores(fixture)
      for (let round = 0; round < 20; round += 1) {
        const asset = newAsset({ variants: [newVariant()] })
        const keys = blobKeysOf(asset)
        await one.blobs.reserve(keys, { lifetime: 9_000 })
        const insert = one.assets.insert({ tenant, assets: [asset], keyId: null, quota: null })
        const looks = Array.from({ length: 5 }, () => two.blobs.filterOrphans(keys))
        for (const orphans of await Promise.all(looks)) assert.deepEqual(orphans, [])
        await insert
      }
    },
  },
]
