import assert from 'node:assert/strict'
import { revisionOf } from '@stowage/core'
import { type CheckedFilter, factsOf, MAX_VERSIONS, typePart } from '@stowage/core/internal'
import { v7 as uuidv7 } from 'uuid'
import type { ContractCase } from '../../contract/contract.ts'
import {
  at,
  claimedAt,
  HOUR,
  listed,
  newAsset,
  newKey,
  newVariant,
  refuses,
  storedOne,
  trustedAt,
  twoStores,
} from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'
import { DAY, newContent, replace, restore, versionBytes } from './version-fixture.ts'

const tenant = 'default'
export const versionCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'replace gives an asset other facts and another blob, and keeps who it is and what was said of it',
    async run({ metadata, clock }) {
      const before = await storedOne(metadata, { title: 'Dune', variants: [newVariant()] })
      clock.set(5)
      const content = newContent({ variants: [newVariant({ size: 7 })] })
      const after = await replace(metadata, before, content)
      const { name: _, ...facts } = content
      assert.deepEqual(after, { ...before, ...facts, updatedAt: at(5) })
      assert.deepEqual(await metadata.assets.get({ id: before.id }), after)
      const [version] = await metadata.versions.list(before.id)
      const { id, ...rest } = version ?? assert.fail()
      assert.deepEqual(rest, {
        ...factsOf(before),
        tenant,
        assetId: before.id,
        replacedAt: at(5),
        expiresAt: at(5 + 86_400),
        blobKey: before.blobKey,
      })
      assert.deepEqual(await metadata.versions.get(id), version)
      assert.deepEqual(await metadata.versions.listAll({ afterId: null, limit: 9 }), [version])
      assert.deepEqual(await metadata.versions.listAll({ afterId: id, limit: 9 }), [])
      const parts = ['', typePart('image'), typePart('document')]
      const usage = await metadata.assets.usageOf({ tenant, parts })
      assert.deepEqual(
        usage.map(({ assets, bytes }) => [assets, bytes]),
        [
          [1, 307],
          [0, 0],
          [1, 307],
        ],
      )
      assert.deepEqual(await metadata.assets.usage(tenant), { assets: 1, bytes: 1307 })
      assert.equal(await versionBytes(metadata, tenant), 1000)
    },
  },
  {
    name: 'replace claims the variants of the old content, and without a version its original, due after the grace time',
    async run({ metadata, clock }) {
      const [variant, other] = [newVariant(), newVariant()]
      const first = await storedOne(metadata, { variants: [variant] })
      const second = await storedOne(metadata, { variants: [other] })
      clock.set(5)
      await replace(metadata, first, newContent())
      await replace(metadata, second, newContent(), { keepFor: 0 })
      assert.deepEqual(await metadata.versions.list(second.id), [])
      assert.deepEqual(await claimedAt({ metadata, clock }, 14), [])
      const due = await claimedAt({ metadata, clock }, 15)
      assert.deepEqual([...due].sort(), [variant.blobKey, other.blobKey, second.blobKey].sort())
      assert.equal(await versionBytes(metadata, tenant), 1000)
      const orphans = await metadata.blobs.filterOrphans([first.blobKey])
      assert.deepEqual(orphans, [])
    },
  },
  {
    name: 'replace by what the asset has already changes nothing, and leaves the reservation',
    async run({ metadata }) {
      const before = await storedOne(metadata)
      const content = newContent({ ...factsOf(before), name: null })
      assert.deepEqual(await replace(metadata, before, content), before)
      assert.deepEqual(await metadata.versions.list(before.id), [])
      assert.deepEqual(await metadata.blobs.claim({ keys: [content.blobKey] }), [content.blobKey])
      const renamed = await replace(
        metadata,
        before,
        newContent({ ...content, name: 'new.jpg', blobKey: newAsset().blobKey }),
      )
      assert.equal(renamed.name, 'new.jpg')
    },
  },
  {
    name: 'an asset with another content is found by what it is now',
    async run({ metadata }) {
      const before = await storedOne(metadata)
      const { sha256 } = await replace(metadata, before, newContent({ name: 'letter.txt' }))
      const list = async (filter: CheckedFilter) => {
        const query = { tenant, trashed: false, from: { offset: 0 }, limit: 9 } as const
        return (await metadata.assets.list({ ...query, filter })).total
      }
      assert.equal(await list({ sha256: [sha256] }), 1)
      assert.equal(await list({ sha256: [before.sha256] }), 0)
      assert.equal(await list({ type: ['image'] }), 0)
      assert.equal(await list({ type: ['document'] }), 1)
      assert.deepEqual(await listed(metadata), { ids: [before.id], total: 1 })
    },
  },
  {
    name: 'replace refuses what is not there, not as expected, held back, or paid by a revoked key, and changes nothing',
    async run({ metadata }) {
      const asset = await storedOne(metadata)
      const held = await storedOne(metadata, { status: 'processing' })
      const trashed = await storedOne(metadata)
      await metadata.assets.setTrashed({ tenant, ids: [trashed.id], to: 'trash' })
      await refuses(replace(metadata, trashed, newContent()), 'asset_not_found')
      await refuses(replace(metadata, newAsset(), newContent()), 'asset_not_found')
      const scope = { createdBy: 'bob' }
      await refuses(replace(metadata, asset, newContent(), { scope }), 'asset_not_found')
      await refuses(replace(metadata, held, newContent()), 'scan_pending')
      const stale = { ifMatch: ['0'.repeat(32)] }
      await refuses(replace(metadata, asset, newContent(), stale), 'changed_meanwhile')
      const keyId = newKey().id
      await refuses(replace(metadata, asset, newContent(), { keyId }), 'key_revoked')
      const [other] = [await storedOne(metadata, {}, 'other')]
      await refuses(replace(metadata, other, newContent()), 'asset_not_found')
      const content = newContent()
      const version = { id: uuidv7(), keepFor: DAY }
      const request = { tenant, id: asset.id, content, version, grace: 0, quota: null, keyId: null }
      await refuses(metadata.versions.replace(request), 'reservation_lost')
      assert.deepEqual(await metadata.assets.get({ id: asset.id }), asset)
      assert.deepEqual(await metadata.versions.listAll({ afterId: null, limit: 9 }), [])
      const ifMatch = [revisionOf(asset)]
      await replace(metadata, asset, newContent(), { ifMatch })
      await refuses(replace(metadata, asset, newContent(), { ifMatch }), 'changed_meanwhile')
    },
  },
  {
    name: 'versions count for the quota; what makes room is never refused',
    async run({ metadata }) {
      const asset = await storedOne(metadata)
      const grow = (quota: number) => replace(metadata, asset, newContent(), { quota })
      await refuses(grow(1299), 'quota_exceeded')
      assert.deepEqual(await metadata.assets.usage(tenant), { assets: 1, bytes: 1000 })
      await grow(1300)
      await refuses(
        replace(metadata, asset, newContent({ size: 1 }), { quota: 1300 }),
        'quota_exceeded',
      )
      await replace(metadata, asset, newContent({ size: 200 }), { quota: 1, keepFor: 0 })
      assert.deepEqual(await metadata.assets.usage(tenant), { assets: 1, bytes: 1200 })
    },
  },
  {
    name: 'restore swaps the content of an asset and of its version',
    async run({ metadata, clock }) {
      const before = await storedOne(metadata, { variants: [newVariant()] })
      const replaced = await replace(metadata, before, newContent({ name: 'new.txt' }))
      const [version] = await metadata.versions.list(before.id)
      clock.set(9)
      const restored = await restore(metadata, before, version?.id ?? '')
      assert.deepEqual(restored, {
        ...before,
        name: 'new.txt',
        variants: [],
        updatedAt: restored.updatedAt,
      })
      assert.equal(restored.updatedAt, at(9))
      const [now, ...others] = await metadata.versions.list(before.id)
      assert.deepEqual(others, [])
      assert.deepEqual([now?.blobKey, now?.sha256], [replaced.blobKey, replaced.sha256])
      assert.deepEqual(await metadata.assets.usage(tenant), { assets: 1, bytes: 1300 })
      await refuses(restore(metadata, before, version?.id ?? ''), 'version_not_found')
      await refuses(
        restore(metadata, await storedOne(metadata), now?.id ?? ''),
        'version_not_found',
      )
    },
  },
  {
    name: 'what a clock that lags replaced before a sweep was trusted is kept as long as all else',
    async run(fixture) {
      const { metadata, clock } = fixture
      clock.set(-1000)
      const asset = await storedOne(metadata)
      await replace(metadata, asset, newContent(), { keepFor: 100_000 })
      await trustedAt(fixture, 10)
      assert.deepEqual(await metadata.versions.prune({ limit: 9 }), [])
      await trustedAt(fixture, 110)
      assert.deepEqual(await metadata.versions.prune({ limit: 9 }), [])
      await trustedAt(fixture, 111)
      assert.equal((await metadata.versions.prune({ limit: 9 })).length, 1)
    },
  },
  {
    name: 'prune forgets what had expired at the last trusted sweep',
    async run(fixture) {
      const { metadata, clock } = fixture
      await trustedAt(fixture, 0)
      const asset = await storedOne(metadata)
      await replace(metadata, asset, newContent(), { keepFor: 100_000 })
      await replace(metadata, asset, newContent({ size: 3 }), { keepFor: 500_000 })
      clock.set(300)
      assert.deepEqual(await metadata.versions.prune({ limit: 9 }), [])
      await trustedAt(fixture, 400)
      const [gone, ...others] = await metadata.versions.prune({ limit: 9 })
      assert.deepEqual([gone?.blobKey, others], [asset.blobKey, []])
      assert.deepEqual(await metadata.versions.prune({ limit: 9 }), [])
      assert.equal(await versionBytes(metadata, tenant), 300)
      assert.deepEqual(await metadata.assets.usage(tenant), { assets: 1, bytes: 303 })
      assert.deepEqual(await claimedAt(fixture, 400), [asset.blobKey])
      const [left] = await metadata.versions.list(asset.id)
      const ids = [left?.id ?? '', uuidv7()]
      assert.deepEqual(await metadata.versions.prune({ ids }), [left])
      assert.deepEqual(await metadata.versions.list(asset.id), [])
    },
  },
  {
    name: 'purge takes the versions of an asset with it',
    async run({ metadata, clock }) {
      const asset = await storedOne(metadata)
      const other = await storedOne(metadata)
      const { blobKey } = await replace(metadata, asset, newContent())
      await replace(metadata, other, newContent())
      const request = { tenant, ids: [asset.id] }
      await metadata.assets.setTrashed({ ...request, to: 'trash' })
      const purged = await metadata.assets.purge({ ...request, doneWithin: 0 })
      assert.deepEqual(purged.versionKeys, [asset.blobKey])
      assert.deepEqual(await metadata.versions.list(asset.id), [])
      assert.equal((await metadata.versions.list(other.id)).length, 1)
      assert.deepEqual(await metadata.assets.usage(tenant), { assets: 1, bytes: 1300 })
      const due = await claimedAt({ metadata, clock }, 0)
      assert.deepEqual([...due].sort(), [asset.blobKey, blobKey].sort())
    },
  },
  {
    name: 'an asset keeps at most 100 versions: the oldest goes',
    async run({ metadata, clock }) {
      const asset = await storedOne(metadata)
      for (let n = 0; n <= MAX_VERSIONS; n += 1) {
        clock.set(n)
        await replace(metadata, asset, newContent({ size: 1 }))
      }
      const versions = await metadata.versions.list(asset.id)
      assert.equal(versions.length, MAX_VERSIONS)
      assert.equal(versions.at(-1)?.size, 1)
      assert.deepEqual(await metadata.assets.usage(tenant), { assets: 1, bytes: MAX_VERSIONS + 1 })
      assert.deepEqual(await claimedAt({ metadata, clock }, 999), [asset.blobKey])
    },
  },
  {
    name: 'addVariants refuses variants of a content that was replaced',
    async run({ metadata }) {
      const asset = await storedOne(metadata)
      const variant = newVariant()
      await replace(metadata, asset, newContent())
      await metadata.blobs.reserve([variant.blobKey], { lifetime: HOUR })
      const request = { tenant, id: asset.id, variants: [variant], failed: [] }
      const late = metadata.assets.addVariants({ ...request, madeOf: asset.blobKey })
      await refuses(late, 'changed_meanwhile')
      const now = await metadata.assets.get({ id: asset.id })
      assert.deepEqual(now?.variants, [])
      await metadata.assets.addVariants({ ...request, madeOf: now?.blobKey ?? '' })
    },
  },
  {
    name: 'of several contents at once each becomes a version or stays, from two stores',
    async run(fixture) {
      const { metadata } = fixture
      const stores = await twoStores(fixture)
      const asset = await storedOne(metadata)
      const contents = Array.from({ length: 8 }, (_, n) => newContent({ size: 1 + n }))
      await Promise.all(
        contents.map((content, n) => replace(stores[n % 2] ?? metadata, asset, content)),
      )
      const now = await metadata.assets.get({ id: asset.id })
      const versions = await metadata.versions.list(asset.id)
      assert.equal(versions.length, 8)
      const keys = [now?.blobKey, ...versions.map(({ blobKey }) => blobKey)]
      const all = [asset.blobKey, ...contents.map(({ blobKey }) => blobKey)]
      assert.deepEqual(keys.sort(), all.sort())
      assert.deepEqual(await metadata.assets.usage(tenant), { assets: 1, bytes: 1036 })
    },
  },
]
