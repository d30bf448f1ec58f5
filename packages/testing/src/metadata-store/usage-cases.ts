import assert from 'node:assert/strict'
import type { Asset } from '@stowage/core'
import { bytesOf, counterKeysOf } from '@stowage/core/internal'
import type { PartUsage } from '@stowage/core/types'
import type { ContractCase } from '../contract/contract.ts'
import { HOUR, newAsset, newVariant, purged, refuses, stored } from './fixture.ts'
import { newFolder } from './folders/folder-fixture.ts'
import type { MetadataFixture } from './metadata-fixture.ts'

const tenant = 'default'
const none: PartUsage = { assets: 0, bytes: 0, trashedAssets: 0, trashedBytes: 0 }

/**
 * Fails unless each part in which these assets are, or once were, has exactly what a walk over all assets finds there.
 */
async function assertUsage(
  { metadata }: MetadataFixture,
  before: readonly Asset[],
): Promise<readonly Asset[]> {
  const found = await Promise.all(before.map(({ id }) => metadata.assets.get({ id })))
  const assets = found.flatMap((asset) => asset ?? [])
  const parts = ['', ...new Set([...before, ...assets].flatMap(counterKeysOf))]
  const sum = (trashed: boolean, part: string): readonly [number, number] => {
    const own = assets.filter((asset) => {
      const isOf = part === '' || counterKeysOf(asset).includes(part)
      return isOf && (asset.trashedAt !== null) === trashed
    })
    return [own.length, own.reduce((bytes, asset) => bytes + bytesOf(asset), 0)]
  }
  const expected = parts.map((part) => {
    const [live, trash] = [sum(false, part), sum(true, part)]
    return {
      part,
      assets: live[0],
      bytes: live[1],
      trashedAssets: trash[0],
      trashedBytes: trash[1],
    }
  })
  const usage = await metadata.assets.usageOf({ tenant, parts })
  assert.deepEqual(
    usage.map((each, index) => ({ part: parts[index], ...each })),
    expected,
  )
  return assets
}

const FOLDERS = ['one', 'two', 'three']

/** Stores assets of three creators and two types, in two folders or none, each with another size. */
async function mixed({ metadata }: MetadataFixture, count: number): Promise<readonly Asset[]> {
  for (const id of FOLDERS) await metadata.folders.create(newFolder({ id }))
  const assets = Array.from({ length: count }, (_, n) =>
    newAsset({
      createdBy: ['ann', 'bob', null][n % 3] ?? null,
      type: n % 2 === 0 ? 'image' : 'video',
      folderId: [null, 'one', 'two'][n % 5] ?? null,
      size: 10 + n,
      variants: n % 4 === 0 ? [newVariant({ size: 1000 + n })] : [],
    }),
  )
  return stored(metadata, assets)
}

function idsOf(assets: readonly Asset[]): readonly string[] {
  return assets.map(({ id }) => id)
}

export const usageCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'usageOf counts the whole tenant, each creator, each type and each folder, through every change',
    async run(fixture) {
      const { assets } = fixture.metadata
      const all = await mixed(fixture, 60)
      await assertUsage(fixture, all)
      await assets.setTrashed({ tenant, ids: idsOf(all.slice(0, 20)), to: 'trash' })
      await assertUsage(fixture, all)
      await assets.setTrashed({ tenant, ids: idsOf(all.slice(10, 25)), to: 'active' })
      await assertUsage(fixture, all)
      await assets.purge({ tenant, ids: idsOf(all.slice(0, 5)), doneWithin: HOUR })
      await assertUsage(fixture, all)
      await purged(fixture.metadata, all.slice(5))
      assert.deepEqual(await assertUsage(fixture, all), [])
    },
  },
  {
    name: 'usageOf follows an asset that is moved into a folder, to another and out again',
    async run(fixture) {
      const { assets } = fixture.metadata
      const all = await mixed(fixture, 10)
      const id = all[0]?.id ?? ''
      for (const folderId of ['one', 'three', 'three', null]) {
        await assets.update({ tenant, id, changes: { folderId } })
        await assertUsage(fixture, all)
      }
      await assets.update({ tenant, id, changes: { name: 'other', isFavourite: true } })
      await assertUsage(fixture, all)
    },
  },
  {
    name: 'usageOf has the bytes of variants that are added and removed, of trashed assets too',
    async run(fixture) {
      const { metadata } = fixture
      const all = await mixed(fixture, 10)
      const id = all[1]?.id ?? ''
      const variant = newVariant({ size: 77 })
      const { blobKey } = variant
      await metadata.blobs.reserve([blobKey], { lifetime: HOUR })
      await metadata.assets.addVariants({ tenant, id, variants: [variant], failed: [] })
      await assertUsage(fixture, all)
      await metadata.assets.setTrashed({ tenant, ids: [id], to: 'trash' })
      await metadata.assets.removeVariants({ tenant, id, blobKeys: [blobKey] })
      await assertUsage(fixture, all)
    },
  },
  {
    name: 'usageOf is zero for what has nothing, and gives the parts in the order asked for',
    async run({ metadata }) {
      const { assets } = metadata
      assert.deepEqual(await assets.usageOf({ tenant: 'none', parts: ['', 'by:'] }), [none, none])
      await metadata.folders.create(newFolder({ id: 'f' }))
      await stored(metadata, [newAsset({ size: 5, folderId: 'f' })])
      assert.deepEqual(await assets.usageOf({ tenant, parts: [] }), [])
      const parts = ['in:none', 'in:f', 'type:audio', 'in:f', 'by:eve', '']
      const one = { ...none, assets: 1, bytes: 5 }
      const expected = [none, one, none, one, none, one]
      assert.deepEqual(await assets.usageOf({ tenant, parts }), expected)
      assert.deepEqual(await assets.usageOf({ tenant: 'other', parts: ['in:f'] }), [none])
    },
  },
  {
    name: 'a refused change leaves the usage as it is',
    async run(fixture) {
      const { assets } = fixture.metadata
      const all = await mixed(fixture, 6)
      const ids = [...idsOf(all), 'unknown']
      await refuses(assets.setTrashed({ tenant, ids, to: 'trash' }), 'asset_not_found')
      const request = { tenant, assets: [newAsset()], keyId: null, quota: null }
      await refuses(assets.insert(request), 'reservation_lost')
      await assertUsage(fixture, all)
    },
  },
  {
    name: 'parallel changes from two stores leave each part with what it has',
    async run(fixture) {
      const stores = [fixture.metadata, (await fixture.reopen?.()) ?? fixture.metadata]
      const all = await mixed(fixture, 40)
      const work = all.flatMap(({ id }, n) => {
        const { assets } = stores[n % 2] ?? fixture.metadata
        const folderId = n % 3 === 0 ? null : (FOLDERS[n % 3] ?? null)
        return [
          assets.update({ tenant, id, changes: { folderId } }),
          assets.setTrashed({ tenant, ids: [id], to: 'trash' }),
          assets.setTrashed({ tenant, ids: [id], to: 'active' }),
        ]
      })
      await Promise.allSettled(work)
      await assertUsage(fixture, all)
    },
  },
  {
    name: 'listTenants gives every tenant that an asset was stored for, by name, a page at a time',
    async run({ metadata }) {
      const { assets } = metadata
      assert.deepEqual(await assets.listTenants({ after: null, limit: 10 }), [])
      for (const name of ['b', '\u{1F600}', 'a', '\uFF5E', 'B']) {
        await stored(metadata, [newAsset({ size: 7 }), newAsset({ size: 3 })], name)
      }
      const [gone, kept] = await stored(metadata, [newAsset(), newAsset({ size: 4 })])
      assert.ok(gone && kept)
      await purged(metadata, [gone])
      await assets.setTrashed({ tenant, ids: [kept.id], to: 'trash' })
      const two = { ...none, assets: 2, bytes: 10 }
      const trashed = { ...none, trashedAssets: 1, trashedBytes: 4 }
      const expected = [
        { tenant: 'B', ...two },
        { tenant: 'a', ...two },
        { tenant: 'b', ...two },
        { tenant, ...trashed },
        { tenant: '\uFF5E', ...two },
        { tenant: '\u{1F600}', ...two },
      ]
      assert.deepEqual(await assets.listTenants({ after: null, limit: 1000 }), expected)
      assert.deepEqual(await assets.listTenants({ after: 'a', limit: 2 }), expected.slice(2, 4))
      assert.deepEqual(await assets.listTenants({ after: 'aa', limit: 1 }), expected.slice(2, 3))
      assert.deepEqual(await assets.listTenants({ after: '\u{1F600}', limit: 2 }), [])
      await purged(metadata, [kept])
      const [, , , last] = await assets.listTenants({ after: null, limit: 4 })
      assert.deepEqual(last, { tenant, ...none })
    },
  },
  {
    name: 'insert is refused beyond the quota in assets, live and trashed, and says which limit it was',
    async run({ metadata }) {
      const insert = async (
        count: number,
        quota: Parameters<typeof metadata.assets.insert>[0]['quota'],
      ) => {
        const assets = Array.from({ length: count }, () => newAsset({ size: 10 }))
        await metadata.blobs.reserve(
          assets.map(({ blobKey }) => blobKey),
          { lifetime: HOUR },
        )
        return metadata.assets.insert({ tenant, assets, keyId: null, quota })
      }
      const assetsOnly = { limit: 3, of: 'assets' }
      await refuses(insert(4, { assets: 3 }), 'quota_exceeded', assetsOnly)
      const [first] = (await insert(3, { assets: 3, bytes: 30 })).assets
      assert.ok(first)
      await metadata.assets.setTrashed({ tenant, ids: [first.id], to: 'trash' })
      await refuses(insert(1, { assets: 3, bytes: null }), 'quota_exceeded', assetsOnly)
      const bytes = { limit: 39, of: 'bytes' }
      await refuses(insert(1, { assets: 4, bytes: 39 }), 'quota_exceeded', bytes)
      await refuses(insert(1, 39), 'quota_exceeded', bytes)
      await metadata.assets.purge({ tenant, ids: [first.id], doneWithin: HOUR })
      await insert(1, { assets: 3, bytes: 30 })
      await insert(1, {})
    },
  },
  {
    name: 'parallel inserts, from two stores, never exceed the quota in assets',
    async run(fixture) {
      const stores = [fixture.metadata, (await fixture.reopen?.()) ?? fixture.metadata]
      const inserts = Array.from({ length: 20 }, async (_, n) => {
        const metadata = stores[n % 2] ?? fixture.metadata
        const asset = newAsset()
        await metadata.blobs.reserve([asset.blobKey], { lifetime: HOUR })
        return metadata.assets.insert({
          tenant,
          assets: [asset],
          keyId: null,
          quota: { assets: 7 },
        })
      })
      const outcomes = await Promise.allSettled(inserts)
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 7)
      assert.equal((await fixture.metadata.assets.usage(tenant)).assets, 7)
    },
  },
]
