import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { Asset } from '@stowage/core'
import { blobKeysOf, MAX_LEASE } from '@stowage/core/internal'
import { stagedBytes, unusedBlobKey } from '../blob-store/fixtures.ts'
import type { ContractCase } from '../contract/contract.ts'
import { attachVariant, overwrite, portsOf, uploadSome } from './damage.ts'
import type { StoreFixture } from './store-fixture.ts'

const needs = ['ports'] as const

export const repairCases: readonly ContractCase<StoreFixture>[] = [
  {
    name: 'verify: a repair puts orphans aside, and leaves nothing to repair',
    needs,
    async run(fixture) {
      const { store, countBlobs } = fixture
      const { blobs } = portsOf(fixture)
      await uploadSome(store, 2)
      const orphan = unusedBlobKey()
      await blobs.put(orphan, stagedBytes(randomBytes(7)))
      const { problems } = await store.admin.verify({ repair: true })
      assert.deepEqual(
        problems.map(({ repair }) => repair),
        ['quarantined'],
      )
      assert.equal(await blobs.stat(orphan), null)
      assert.equal(await countBlobs(), 2)
      assert.deepEqual((await store.admin.verify({ repair: true })).problems, [])
    },
  },
  {
    name: 'verify: a repair trashes what lost its original; put back, it can be restored',
    needs,
    async run(fixture) {
      const { store } = fixture
      const { blobs } = portsOf(fixture)
      const bytes = randomBytes(1000)
      const asset = await store.for({ tenant: 'other' }).upload(bytes)
      await uploadSome(store, 1)
      const heard: string[] = []
      store.on('asset.trashed', ({ asset: { id } }) => heard.push(id))
      await overwrite(blobs, asset.blobKey, new Uint8Array(1000))
      const { problems } = await store.admin.verify({ repair: true })
      assert.deepEqual(
        problems.map(({ kind, repair }) => [kind, repair]),
        [['wrong_checksum', 'trashed']],
      )
      assert.deepEqual(heard, [asset.id])
      await assert.rejects(store.for({ tenant: 'other' }).get(asset.id), {
        code: 'asset_not_found',
      })
      assert.deepEqual(await blobs.stat(asset.blobKey), { size: 1000 })
      // Already in the trash: still reported, and nothing more to do.
      const again = await store.admin.verify({ repair: true })
      assert.deepEqual(
        again.problems.map(({ repair }) => repair),
        [null],
      )
      await overwrite(blobs, asset.blobKey, bytes)
      await store.for({ tenant: 'other' }).restore(asset.id)
      assert.deepEqual((await store.admin.verify()).problems, [])
    },
  },
  {
    name: 'verify: a repair takes damaged variants off their asset, which stays',
    needs,
    async run(fixture) {
      const { store } = fixture
      const ports = portsOf(fixture)
      const [a, b] = (await uploadSome(store, 2)) as [Asset, Asset]
      const lost = await attachVariant(ports, a)
      const rotten = await attachVariant(ports, b)
      await ports.blobs.delete([lost.blobKey])
      await overwrite(ports.blobs, rotten.blobKey, new Uint8Array(10))
      const { problems } = await store.admin.verify({ repair: true })
      assert.deepEqual(
        problems.map(({ repair }) => repair),
        ['detached', 'detached'],
      )
      assert.equal(await ports.blobs.stat(rotten.blobKey), null)
      for (const { id } of [a, b]) assert.deepEqual((await store.get(id)).variants, [])
      await store.admin.sweep()
      assert.deepEqual((await store.admin.verify({ repair: true })).problems, [])
    },
  },
  {
    name: 'verify: a repair is refused when all blobs are gone, or too many',
    needs,
    async run(fixture) {
      const { store } = fixture
      const { blobs } = portsOf(fixture)
      const assets = await uploadSome(store, 12)
      const [one, ...others] = assets.flatMap(blobKeysOf)
      await blobs.delete(others)
      await assert.rejects(store.admin.verify({ repair: true }), ({ code, context }) => {
        assert.deepEqual([code, context.limit], ['repair_refused', 0.01])
        assert.equal(context.problems.length, 11)
        return true
      })
      await blobs.delete([one as string])
      await assert.rejects(store.admin.verify({ repair: true, maxShare: 1 }), {
        code: 'repair_refused',
      })
      assert.equal((await store.list()).total, 12)
    },
  },
  {
    name: 'verify: a repair is refused when too many blobs are orphans',
    needs,
    async run(fixture) {
      const { store, countBlobs } = fixture
      const { blobs } = portsOf(fixture)
      await uploadSome(store, 1)
      for (let n = 0; n < 11; n += 1) await blobs.put(unusedBlobKey(), stagedBytes(randomBytes(1)))
      await assert.rejects(store.admin.verify({ repair: true }), { code: 'repair_refused' })
      assert.equal(await countBlobs(), 12)
      await store.admin.verify({ repair: true, maxShare: 1 })
      assert.equal(await countBlobs(), 1)
    },
  },
  {
    name: 'verify: one repair at a time, in all processes',
    needs,
    async run(fixture) {
      const { store } = fixture
      const { metadata } = portsOf(fixture)
      const lease = { name: 'verify', holder: 'another process' }
      await metadata.leases.acquire({ ...lease, duration: MAX_LEASE })
      await assert.rejects(store.admin.verify({ repair: true }), { code: 'unavailable' })
      assert.deepEqual((await store.admin.verify()).problems, [])
      await metadata.leases.release(lease)
      assert.deepEqual((await store.admin.verify({ repair: true })).problems, [])
    },
  },
]
