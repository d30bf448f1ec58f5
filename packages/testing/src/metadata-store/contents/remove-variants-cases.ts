import assert from 'node:assert/strict'
import type { ContractCase } from '../../contract/contract.ts'
import { claimedAt, HOUR, newAsset, newVariant, refuses, storedOne, twoStores } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'

const tenant = 'default'

export const removeVariantsCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'removeVariants takes exactly those variants away, and leaves updatedAt alone',
    async run({ metadata }) {
      const [goes, stays] = [newVariant(), newVariant({ name: 'optimized' })]
      const asset = await storedOne(metadata, {
        variants: [goes, stays],
        failedVariants: [{ name: 'x', attempts: 1 }],
      })
      const request = { tenant, id: asset.id, blobKeys: [goes.blobKey] }
      const removed = await metadata.assets.removeVariants(request)
      assert.deepEqual(removed, { ...asset, variants: [stays] })
      assert.deepEqual(await metadata.assets.get({ id: asset.id }), removed)
      assert.deepEqual(await metadata.assets.removeVariants(request), removed, 'gone already')
    },
  },
  {
    name: 'removeVariants claims the blob keys, due now',
    async run({ metadata, clock }) {
      const variant = newVariant()
      const { id } = await storedOne(metadata, { variants: [variant] })
      clock.set(9)
      await metadata.assets.removeVariants({ tenant, id, blobKeys: [variant.blobKey] })
      assert.deepEqual(await claimedAt({ metadata, clock }, 8), [])
      assert.deepEqual(await claimedAt({ metadata, clock }, 9), [variant.blobKey])
      const add = metadata.assets.addVariants({ tenant, id, variants: [variant], failed: [] })
      await refuses(add, 'reservation_lost')
    },
  },
  {
    name: 'removeVariants passes over keys that are not of a variant of the asset',
    async run({ metadata, clock }) {
      const asset = await storedOne(metadata, { variants: [newVariant()] })
      const other = await storedOne(metadata, { variants: [newVariant()] })
      const keys = [asset.blobKey, other.blobKey, other.variants[0]?.blobKey ?? '', 'unknown']
      const request = { tenant, id: asset.id, blobKeys: keys }
      assert.deepEqual(await metadata.assets.removeVariants(request), asset)
      assert.deepEqual(await metadata.assets.get({ id: other.id }), other)
      assert.deepEqual(await claimedAt({ metadata, clock }, 1), [])
    },
  },
  {
    name: 'removeVariants reaches trashed assets, but neither unknown nor foreign ones',
    async run({ metadata }) {
      const variant = newVariant()
      const asset = await storedOne(metadata, { variants: [variant] })
      const request = { id: asset.id, blobKeys: [variant.blobKey] }
      const foreign = metadata.assets.removeVariants({ ...request, tenant: 'other' })
      await refuses(foreign, 'asset_not_found', { ids: [asset.id] })
      const unknown = newAsset().id
      const unknownAsset = metadata.assets.removeVariants({ ...request, tenant, id: unknown })
      await refuses(unknownAsset, 'asset_not_found', { ids: [unknown] })
      const [trashed] = await metadata.assets.setTrashed({ tenant, ids: [asset.id], to: 'trash' })
      const removed = await metadata.assets.removeVariants({ ...request, tenant })
      assert.deepEqual(removed, { ...trashed, variants: [] })
    },
  },
  {
    name: 'the bytes of removed variants do not count for the quota any more',
    async run({ metadata }) {
      const variant = newVariant({ size: 50 })
      const { id } = await storedOne(metadata, { size: 100, variants: [variant] })
      const next = newAsset({ size: 10 })
      await metadata.blobs.reserve([next.blobKey], { lifetime: HOUR })
      const insert = () =>
        metadata.assets.insert({ tenant, assets: [next], keyId: null, quota: 110 })
      await refuses(insert(), 'quota_exceeded')
      await metadata.assets.removeVariants({ tenant, id, blobKeys: [variant.blobKey] })
      await insert()
    },
  },
  {
    name: 'a variant removed twice in parallel, from two stores, is taken once',
    async run(fixture) {
      const [one, two] = await twoStores(fixture)
      const variant = newVariant()
      const { id } = await storedOne(one, { variants: [variant] })
      const request = { tenant, id, blobKeys: [variant.blobKey] }
      const both = await Promise.all([
        one.assets.removeVariants(request),
        two.assets.removeVariants(request),
      ])
      for (const { variants } of both) assert.deepEqual(variants, [])
      assert.deepEqual(await claimedAt({ metadata: two, clock: fixture.clock }, 0), [
        variant.blobKey,
      ])
    },
  },
]
