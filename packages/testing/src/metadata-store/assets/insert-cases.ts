import assert from 'node:assert/strict'
import { blobKeysOf } from '@stowage/core/internal'
import type { ContractCase } from '../../contract/contract.ts'
import {
  at,
  HOUR,
  listed,
  newAsset,
  newKey,
  newVariant,
  refuses,
  stored,
  storedOne,
} from '../fixture.ts'
import { folderIn } from '../folders/folder-fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'

export const insertCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'a call that leaves out what it needs is refused, names it, and changes nothing',
    async run({ metadata }) {
      const { externalId: _, ...short } = newAsset()
      await metadata.blobs.reserve([short.blobKey], { lifetime: HOUR })
      const insert = (assets: readonly unknown[], tenant?: string) =>
        metadata.assets.insert({ tenant, assets, keyId: null, quota: null } as never)
      const code = 'invalid_argument'
      const named = (argument: string) => ({ code, context: { argument } })
      await assert.rejects(insert([newAsset(), short], 'default'), named('externalId'))
      await assert.rejects(insert([newAsset()]), named('tenant'))
      await assert.rejects(metadata.folders.create(undefined as never), { code })
      await assert.rejects(metadata.blobs.filterOrphans(undefined as never), { code })
      assert.equal((await listed(metadata)).total, 0)
    },
  },
  {
    name: 'insert gives both times of what no other system dated by the clock of the database',
    async run({ metadata, clock }) {
      clock.set(7)
      const { createdAt: _, ...fresh } = newAsset()
      const dated = newAsset({ createdAt: at(0) })
      await metadata.blobs.reserve([fresh.blobKey, dated.blobKey], { lifetime: HOUR })
      const { assets } = await metadata.assets.insert({
        tenant: 'default',
        assets: [fresh, dated],
        keyId: null,
        quota: null,
      })
      const times = assets.map(({ createdAt, updatedAt }) => [createdAt, updatedAt])
      assert.deepEqual(times, [
        [at(7), at(7)],
        [at(0), at(0)],
      ])
      for (const asset of assets) {
        assert.deepEqual(await metadata.assets.get({ id: asset.id }), asset)
      }
    },
  },
  {
    name: 'insert resolves to the records, and get gives the very same',
    async run({ metadata }) {
      const { id: folderId } = await folderIn(metadata, null, 'folder1')
      const picture = newAsset({ variants: [newVariant()], createdBy: 'key1', folderId })
      const film = newAsset({ type: 'video', durationSeconds: 12.345, isFavourite: true })
      const text = newAsset({ charset: 'utf-8', width: null, height: null, status: 'processing' })
      const fresh = [picture, film, text]
      const inserted = await stored(metadata, fresh)
      assert.deepEqual(
        inserted,
        fresh.map((asset, index) => ({
          ...asset,
          tenant: 'default',
          seq: index + 1,
          updatedAt: asset.createdAt,
          trashedAt: null,
          pendingUntil: null,
        })),
      )
      for (const asset of inserted) {
        assert.deepEqual(await metadata.assets.get({ id: asset.id }), asset)
        assert.deepEqual(await metadata.assets.get({ publicFileId: asset.publicFileId }), asset)
      }
    },
  },
  {
    name: 'insert numbers the assets densely from 1, per tenant, in the order given',
    async run({ metadata }) {
      const seqs = async (tenant: string, count: number) => {
        const assets = Array.from({ length: count }, () => newAsset())
        return (await stored(metadata, assets, tenant)).map(({ seq }) => seq)
      }
      assert.deepEqual(await seqs('one', 2), [1, 2])
      assert.deepEqual(await seqs('two', 3), [1, 2, 3])
      assert.deepEqual(await seqs('one', 3), [3, 4, 5])
    },
  },
  {
    name: 'a refused insert uses up no number',
    async run({ metadata }) {
      await storedOne(metadata)
      const assets = [newAsset()]
      await refuses(
        metadata.assets.insert({ tenant: 'default', assets, keyId: null, quota: null }),
        'reservation_lost',
      )
      assert.equal((await storedOne(metadata)).seq, 2)
    },
  },
  {
    name: 'usage returns the number and the bytes of originals and variants, live and trashed, of the tenant alone',
    async run({ metadata }) {
      assert.deepEqual(await metadata.assets.usage('default'), { assets: 0, bytes: 0 })
      const variant = newVariant({ size: 30 })
      const [kept, gone] = await stored(metadata, [
        newAsset({ size: 100, variants: [variant] }),
        newAsset({ size: 2 ** 40 }),
      ])
      assert.deepEqual(await metadata.assets.usage('default'), { assets: 2, bytes: 2 ** 40 + 130 })
      assert.deepEqual(await metadata.assets.usage('other'), { assets: 0, bytes: 0 })
      const ids = [gone?.id ?? '']
      await metadata.assets.setTrashed({ tenant: 'default', ids, to: 'trash' })
      assert.deepEqual(await metadata.assets.usage('default'), { assets: 2, bytes: 2 ** 40 + 130 })
      await metadata.assets.purge({ tenant: 'default', ids, doneWithin: HOUR })
      assert.deepEqual(await metadata.assets.usage('default'), { assets: 1, bytes: 130 })
      assert.equal(kept?.size, 100)
    },
  },
  {
    name: 'insert takes exactly the reservations of its blobs off',
    async run({ metadata }) {
      const asset = newAsset({ variants: [newVariant()] })
      const other = newAsset()
      const keys = [...blobKeysOf(asset), other.blobKey]
      await metadata.blobs.reserve(keys, { lifetime: 10_000 })
      await metadata.assets.insert({ tenant: 'default', assets: [asset], keyId: null, quota: null })
      assert.deepEqual(await metadata.blobs.claim({ keys }), [other.blobKey])
    },
  },
  {
    name: 'insert is refused when one reservation is missing, and changes nothing',
    async run({ metadata }) {
      const reserved = newAsset()
      const variant = newVariant()
      await metadata.blobs.reserve([reserved.blobKey], { lifetime: 10_000 })
      const assets = [reserved, newAsset({ variants: [variant] })]
      const insert = () =>
        metadata.assets.insert({ tenant: 'default', assets, keyId: null, quota: null })
      await refuses(insert(), 'reservation_lost')
      assert.deepEqual(await listed(metadata), { ids: [], total: 0 })
      assert.equal(await metadata.assets.get({ id: reserved.id }), null)
      await metadata.blobs.reserve([variant.blobKey], { lifetime: 10_000 })
      await refuses(insert(), 'reservation_lost')
      assert.deepEqual(await metadata.blobs.claim({ keys: [reserved.blobKey, variant.blobKey] }), [
        reserved.blobKey,
        variant.blobKey,
      ])
    },
  },
  {
    name: 'insert is refused when one reservation is claimed',
    async run({ metadata }) {
      const asset = newAsset({ variants: [newVariant()] })
      const [original, thumbnail = ''] = blobKeysOf(asset)
      await metadata.blobs.reserve(blobKeysOf(asset), { lifetime: 10_000 })
      await metadata.blobs.claim({ keys: [thumbnail] })
      await refuses(
        metadata.assets.insert({ tenant: 'default', assets: [asset], keyId: null, quota: null }),
        'reservation_lost',
      )
      assert.deepEqual(await metadata.blobs.claim({ keys: [original ?? ''] }), [original])
    },
  },
  {
    name: 'insert accepts a reservation that is past its time as long as it is not claimed',
    async run({ metadata, clock }) {
      const asset = newAsset()
      await metadata.blobs.reserve([asset.blobKey], { lifetime: 1_000 })
      clock.set(100)
      await metadata.assets.insert({ tenant: 'default', assets: [asset], keyId: null, quota: null })
      assert.notEqual(await metadata.assets.get({ id: asset.id }), null)
    },
  },
  {
    name: 'insert is refused for a blob key that comes twice, and for an id that exists',
    async run({ metadata }) {
      const asset = newAsset()
      const insert = (...assets: (typeof asset)[]) =>
        metadata.assets.insert({ tenant: 'default', assets, keyId: null, quota: null })
      await metadata.blobs.reserve([asset.blobKey], { lifetime: 10_000 })
      await refuses(insert(asset, newAsset({ blobKey: asset.blobKey })), 'reservation_lost')
      await insert(asset)
      for (const argument of ['id', 'publicFileId'] as const) {
        const twin = newAsset({ [argument]: asset[argument] })
        await metadata.blobs.reserve([twin.blobKey], { lifetime: 10_000 })
        await refuses(insert(twin), 'invalid_argument', { argument })
      }
      const { id, publicFileId } = asset
      const both = newAsset({ id, publicFileId })
      await metadata.blobs.reserve([both.blobKey], { lifetime: 10_000 })
      await refuses(insert(both), 'invalid_argument', { argument: 'id' })
      assert.deepEqual(await listed(metadata), { ids: [asset.id], total: 1 })
    },
  },
  {
    name: 'insert is refused for a key that is unknown, revoked or expired now',
    async run({ metadata, clock }) {
      const key = newKey({ expiresAt: at(100) })
      await metadata.apiKeys.create(key)
      const insert = async (keyId: string, createdAt = at(0)) => {
        const assets = [newAsset({ createdAt })]
        await metadata.blobs.reserve(assets.flatMap(blobKeysOf), { lifetime: HOUR })
        return metadata.assets.insert({ tenant: 'default', assets, keyId, quota: null })
      }
      clock.set(99)
      // The caller's clock does not matter.
      await insert(key.id, at(1000))
      clock.set(100)
      await refuses(insert(key.id), 'key_revoked')
      await refuses(insert('unknown'), 'key_revoked')
      clock.set(60)
      await metadata.apiKeys.update({
        tenant: 'default',
        id: key.id,
        changes: { revokedAt: at(50) },
      })
      await refuses(insert(key.id), 'key_revoked')
      assert.equal((await listed(metadata)).total, 1)
    },
  },
  {
    name: 'insert is refused beyond the quota: originals and variants, live and trashed, of one tenant',
    async run({ metadata }) {
      const insert = async (size: number) => {
        const assets = [newAsset({ size, variants: [newVariant({ size: 100 })] })]
        await metadata.blobs.reserve(assets.flatMap(blobKeysOf), { lifetime: HOUR })
        const request = { tenant: 'default', assets, keyId: null, quota: 1000 }
        return (await metadata.assets.insert(request)).assets
      }
      await stored(metadata, [newAsset({ size: 5000 })], 'other')
      const trashed = await insert(300)
      await metadata.assets.setTrashed({
        tenant: 'default',
        ids: trashed.map(({ id }) => id),
        to: 'trash',
      })
      await refuses(insert(501), 'quota_exceeded', { limit: 1000, of: 'bytes' })
      await insert(500)
      await refuses(insert(0), 'quota_exceeded', { limit: 1000, of: 'bytes' })
      const ids = trashed.map(({ id }) => id)
      await metadata.assets.purge({ tenant: 'default', ids, doneWithin: HOUR })
      await insert(300)
    },
  },
  {
    name: 'get is null for what is unknown, and finds records of every tenant, trashed or not',
    async run({ metadata, clock }) {
      clock.set(5)
      assert.equal(await metadata.assets.get({ id: newAsset().id }), null)
      assert.equal(await metadata.assets.get({ id: 'no uuid' }), null)
      assert.equal(await metadata.assets.get({ publicFileId: newAsset().publicFileId }), null)
      const asset = await storedOne(metadata, {}, 'other')
      const [trashed] = await metadata.assets.setTrashed({
        tenant: 'other',
        ids: [asset.id],
        to: 'trash',
      })
      assert.equal(trashed?.trashedAt, at(5))
      assert.deepEqual(await metadata.assets.get({ id: asset.id }), trashed)
      assert.deepEqual(await metadata.assets.get({ publicFileId: asset.publicFileId }), trashed)
    },
  },
]
