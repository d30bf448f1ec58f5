import assert from 'node:assert/strict'
import type { FailedVariant } from '@stowage/core/internal'
import type { ContractCase } from '../../contract/contract.ts'
import { claimedAt, HOUR, newAsset, newVariant, refuses, storedOne } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'

const tenant = 'default'

export const addVariantsCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'addVariants adds variants and names that cannot be made, and leaves updatedAt alone',
    async run({ metadata }) {
      const asset = await storedOne(metadata, { variants: [newVariant()] })
      const optimized = newVariant({ name: 'optimized' })
      await metadata.blobs.reserve([optimized.blobKey], { lifetime: HOUR })
      const add = (variants: readonly (typeof optimized)[], failed: readonly FailedVariant[]) =>
        metadata.assets.addVariants({ tenant, id: asset.id, variants, failed })
      const once = await add([optimized], [{ name: 'poster', attempts: 1 }])
      assert.deepEqual(once, {
        ...asset,
        variants: [...asset.variants, optimized],
        failedVariants: [{ name: 'poster', attempts: 1 }],
      })
      const failed = [
        { name: 'poster', attempts: 2 },
        { name: 'other', attempts: 0 },
      ]
      const twice = await add([], failed)
      assert.deepEqual(twice.failedVariants, failed)
      assert.deepEqual(await metadata.assets.get({ id: asset.id }), twice)
      const poster = newVariant({ name: 'poster' })
      await metadata.blobs.reserve([poster.blobKey], { lifetime: HOUR })
      const made = await add([poster], [])
      assert.deepEqual(made.failedVariants, [{ name: 'other', attempts: 0 }])
      assert.deepEqual(await metadata.assets.get({ id: asset.id }), made)
    },
  },
  {
    name: 'addVariants takes the reservations, so that purge claims the variants too',
    async run({ metadata, clock }) {
      const asset = await storedOne(metadata)
      const variant = newVariant()
      const add = () =>
        metadata.assets.addVariants({ tenant, id: asset.id, variants: [variant], failed: [] })
      await refuses(add(), 'reservation_lost')
      await metadata.blobs.reserve([variant.blobKey], { lifetime: HOUR })
      await add()
      assert.deepEqual(await metadata.blobs.claim({ keys: [variant.blobKey] }), [])
      await metadata.assets.setTrashed({ tenant, ids: [asset.id], to: 'trash' })
      await metadata.assets.purge({ tenant, ids: [asset.id], doneWithin: HOUR })
      const due = await claimedAt({ metadata, clock }, 2)
      assert.deepEqual([...due].sort(), [asset.blobKey, variant.blobKey].sort())
    },
  },
  {
    name: 'addVariants refuses a second variant of a name and keeps its reservation',
    async run({ metadata }) {
      const asset = await storedOne(metadata, { variants: [newVariant()] })
      const again = newVariant()
      await metadata.blobs.reserve([again.blobKey], { lifetime: HOUR })
      const call = metadata.assets.addVariants({
        tenant,
        id: asset.id,
        variants: [again],
        failed: [],
      })
      await refuses(call, 'invalid_argument')
      assert.deepEqual(await metadata.blobs.claim({ keys: [again.blobKey] }), [again.blobKey])
      assert.deepEqual((await metadata.assets.get({ id: asset.id }))?.variants, asset.variants)
    },
  },
  {
    name: 'a variant takes the place of one that is named, whose file is due after the grace time',
    async run({ metadata, clock }) {
      const old = newVariant({ focus: { x: 0, y: 0.5 }, size: 50 })
      const other = newVariant({ name: 'card' })
      const { id, blobKey: madeOf } = await storedOne(metadata, { variants: [old, other] })
      const fresh = newVariant({ focus: { x: 1, y: 0.5 }, size: 70 })
      await metadata.blobs.reserve([fresh.blobKey], { lifetime: HOUR })
      const replacing = (blobKeys: readonly string[]) => {
        const replaces = { blobKeys, grace: 10_000 }
        return { tenant, id, variants: [fresh], failed: [], madeOf, replaces }
      }
      const wrong = replacing([other.blobKey, newVariant().blobKey])
      await refuses(metadata.assets.addVariants(wrong), 'invalid_argument')
      const bytes = async () =>
        (await metadata.assets.usageOf({ tenant, parts: [''] }))[0]?.bytes ?? 0
      const before = await bytes()
      clock.set(5)
      const added = await metadata.assets.addVariants(replacing([old.blobKey, other.blobKey]))
      assert.deepEqual(added.variants, [other, fresh])
      assert.deepEqual((await metadata.assets.get({ id }))?.variants, [other, fresh])
      assert.equal(await bytes(), before + 20)
      assert.deepEqual(await claimedAt({ metadata, clock }, 14), [])
      assert.deepEqual(await claimedAt({ metadata, clock }, 15), [old.blobKey])
    },
  },
  {
    name: 'a variant whose replacement fails stays',
    async run({ metadata, clock }) {
      const old = newVariant()
      const { id } = await storedOne(metadata, { variants: [old] })
      const failed = [{ name: old.name, attempts: 1 }]
      const replaces = { blobKeys: [old.blobKey], grace: 0 }
      const after = await metadata.assets.addVariants({
        tenant,
        id,
        variants: [],
        failed,
        replaces,
      })
      assert.deepEqual([after.variants, after.failedVariants], [[old], failed])
      assert.deepEqual(await claimedAt({ metadata, clock }, 60), [])
    },
  },
  {
    name: 'addVariants reaches neither unknown, nor trashed, nor foreign assets',
    async run({ metadata }) {
      const { id } = await storedOne(metadata)
      const request = { variants: [], failed: [{ name: 'thumbnail', attempts: 1 }] }
      const foreign = metadata.assets.addVariants({ ...request, tenant: 'other', id })
      await refuses(foreign, 'asset_not_found', { ids: [id] })
      const unknown = newAsset().id
      await refuses(
        metadata.assets.addVariants({ ...request, tenant, id: unknown }),
        'asset_not_found',
      )
      await metadata.assets.setTrashed({ tenant, ids: [id], to: 'trash' })
      await refuses(metadata.assets.addVariants({ ...request, tenant, id }), 'asset_not_found')
    },
  },
  {
    name: 'the bytes of added variants count for the quota',
    async run({ metadata }) {
      const { id } = await storedOne(metadata, { size: 100 })
      const variant = newVariant({ size: 50 })
      const next = newAsset({ size: 10 })
      await metadata.blobs.reserve([variant.blobKey, next.blobKey], { lifetime: HOUR })
      await metadata.assets.addVariants({ tenant, id, variants: [variant], failed: [] })
      const insert = (quota: number) =>
        metadata.assets.insert({ tenant, assets: [next], keyId: null, quota })
      await refuses(insert(159), 'quota_exceeded', { limit: 159, of: 'bytes' })
      await insert(160)
    },
  },
]
