import assert from 'node:assert/strict'
import { type AssetFile, revisionOf } from '@stowage/core'
import { createAssetStore } from '@stowage/core/internal'
import type { ContractCase } from '../contract/contract.ts'
import type { StoreFixture } from './store-fixture.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const textOf = async (file: AssetFile) => Buffer.from(await file.bytes()).toString()
const UNKNOWN = '01900000-0000-7000-8000-000000000000'

export const versionCases: readonly ContractCase<StoreFixture>[] = [
  {
    name: 'replaceContent gives other bytes under the same id, and restoreVersion the old ones again',
    async run({ store }) {
      const events: string[] = []
      store.on('asset.replaced', ({ asset }) => events.push(asset.sha256))
      const asset = await store.upload(bytes('first'), { name: 'a.txt', tags: ['kept'] })
      const opened = await store.read(asset)
      const replaced = await store.versions.replace(asset.id, bytes('<svg/>, the second'))
      const { id, publicFileId, name, tags, createdAt } = asset
      assert.deepEqual({ ...replaced, ...{ id, publicFileId, name, tags, createdAt } }, replaced)
      assert.notEqual(revisionOf(replaced), revisionOf(asset))
      const text = async (of: typeof asset) => textOf(await store.read(of))
      assert.equal(await textOf(opened), 'first')
      // A caller who holds the old asset reads its old content.
      assert.equal(await text(asset), 'first')
      assert.equal(await text(replaced), '<svg/>, the second')
      const again = await store.versions.replace(asset.id, bytes('<svg/>, the second'))
      assert.deepEqual(again, replaced)
      const [version, ...others] = await store.versions.list(id)
      assert.ok(version)
      assert.deepEqual([others, version.sha256, version.assetId], [[], asset.sha256, id])
      assert.equal('blobKey' in version, false)
      assert.equal((await store.usage()).versionBytes, 5)
      const restored = await store.versions.restore(id, version.id, {
        ifMatch: revisionOf(replaced),
      })
      assert.equal(await text(restored), 'first')
      assert.equal((await store.usage()).versionBytes, replaced.size)
      assert.deepEqual(events, [replaced.sha256, restored.sha256])
      await store.trash(id)
      await assert.rejects(store.versions.list(id), { code: 'asset_not_found' })
      await assert.rejects(store.versions.replace(id, bytes('x')), { code: 'asset_not_found' })
      await store.purge(id, { bytes: 'deleted' })
      assert.equal((await store.usage()).versionBytes, 0)
    },
  },
  {
    name: 'replaceContent gives a pending asset other bytes, and leaves it pending',
    async run({ store }) {
      const asset = await store.upload(bytes('first'), { name: 'a.txt', pending: true })
      const { size, pendingUntil } = await store.versions.replace(asset.id, bytes('the second'))
      assert.deepEqual([size, pendingUntil], [10, asset.pendingUntil])
      const [version] = await store.versions.list(asset.id)
      const restored = await store.versions.restore(asset.id, version?.id ?? '')
      assert.deepEqual([restored.size, restored.pendingUntil], [5, asset.pendingUntil])
    },
  },
  {
    name: 'read by the record of a content that is deleted is changed_meanwhile, and no damage',
    async run({ store, ports }) {
      if (ports === undefined) return
      const asset = await store.upload(bytes('first'), { name: 'a.txt' })
      const replaced = await store.versions.replace(asset.id, bytes('the second'))
      await ports.blobs.delete([asset.blobKey])
      await assert.rejects(store.read(asset), {
        code: 'changed_meanwhile',
        message: /Get the asset/,
      })
      await ports.blobs.delete([replaced.blobKey])
      await assert.rejects(store.read(replaced), { code: 'blob_damaged' })
      await assert.rejects(store.read(asset.id), { code: 'blob_damaged' })
    },
  },
  {
    name: 'replaceContent goes through the policy of an upload, and leaves nothing of what was refused',
    async run({ store, ports, countBlobs }) {
      const asset = await store.upload(bytes('first'), { name: 'a.txt' })
      const before = await countBlobs()
      const limit = store.versions.replace(asset.id, new Uint8Array(2_000_001))
      await assert.rejects(limit, { code: 'file_too_large' })
      const digest = store.versions.replace(asset.id, bytes('x'), { sha256: 'ab'.repeat(32) })
      await assert.rejects(digest, { code: 'digest_mismatch' })
      const stale = store.versions.replace(asset.id, bytes('x'), { ifMatch: '0'.repeat(32) })
      await assert.rejects(stale, { code: 'changed_meanwhile' })
      await assert.rejects(store.versions.replace(UNKNOWN, bytes('x')), { code: 'asset_not_found' })
      const others = store.for({ tenant: 'other' }).versions.replace(asset.id, bytes('x'))
      await assert.rejects(others, { code: 'asset_not_found' })
      const scoped = store.for({ scope: { createdBy: 'ann' } })
      for (const call of [
        () => scoped.versions.replace(asset.id, bytes('x')),
        () => scoped.versions.list(asset.id),
        () => scoped.versions.restore(asset.id, UNKNOWN),
        () => scoped.copy(asset.id),
      ]) {
        await assert.rejects(call(), { code: 'asset_not_found' })
      }
      assert.equal(await countBlobs(), before)
      if (ports === undefined) return
      const strict = createAssetStore({ ...ports, allow: ['image/*'], quota: () => 5 })
      const refused = strict.versions.replace(asset.id, bytes('x'))
      await assert.rejects(refused, { code: 'type_not_allowed' })
      const full = createAssetStore({ ...ports, quota: () => 5 })
      await assert.rejects(full.versions.replace(asset.id, bytes('x')), { code: 'quota_exceeded' })
      const kept = createAssetStore({ ...ports, quota: () => 5, versions: { days: 0 } })
      assert.equal((await kept.versions.replace(asset.id, bytes('x'))).size, 1)
      assert.deepEqual(await kept.versions.list(asset.id), [])
    },
  },
  {
    name: 'a version whose file is lost is reported, and a repair forgets it alone',
    async run({ store, ports }) {
      if (ports === undefined) return
      const asset = await store.upload(bytes('first'), { name: 'a.txt' })
      const replaced = await store.versions.replace(asset.id, bytes('second'))
      await ports.blobs.delete([asset.blobKey])
      const [version] = await store.versions.list(asset.id)
      const { problems } = await store.admin.verify({ repair: true })
      const { kind, ...where } = problems[0] as { kind: string; version?: string; repair?: string }
      assert.deepEqual([problems.length, kind], [1, 'missing'])
      assert.deepEqual([where.version, where.repair], [version?.id, 'detached'])
      assert.deepEqual(await store.versions.list(asset.id), [])
      assert.deepEqual(await store.get(asset.id), replaced)
      assert.deepEqual((await store.admin.verify()).problems, [])
    },
  },
  {
    name: 'resolveScan with sha256 takes a late verdict for the content that was scanned alone',
    async run({ ports }) {
      if (ports === undefined) return
      const store = createAssetStore({ ...ports, scan: () => 'wait' })
      const first = await store.upload(bytes('first'), { name: 'a.txt' })
      const { sha256 } = first
      const clean = await store.admin.resolveScan(first.id, 'clean', { sha256 })
      assert.equal(clean.status, 'ready')
      const second = await store.versions.replace(first.id, bytes('second'))
      const late = store.admin.resolveScan(first.id, 'clean', { sha256 })
      await assert.rejects(late, { code: 'changed_meanwhile', message: /sha256/ })
      await assert.rejects(store.read(first.id), { code: 'file_not_found' })
      const infected = await store.admin.resolveScan(first.id, 'infected', {
        sha256: second.sha256,
      })
      assert.equal(infected.status, 'failed')
    },
  },
  {
    name: 'copy stores the same bytes as an asset of its own',
    async run({ store }) {
      const own = { title: 'T', alt: { en: 'A' }, tags: ['t'], metadata: { n: 1 } }
      const folder = await store.folders.create({ name: 'here' })
      const options = { name: 'a.txt', folderId: folder.id, ...own }
      const asset = await store.upload(bytes('first'), options)
      const copy = await store.copy(asset.id)
      const { name, folderId, title, alt, tags, metadata, sha256 } = copy
      assert.deepEqual({ name, folderId, title, alt, tags, metadata }, options)
      assert.equal(sha256, asset.sha256)
      for (const member of ['id', 'publicFileId', 'blobKey'] as const) {
        assert.notEqual(copy[member], asset[member])
      }
      const other = await store.copy(asset.id, { name: 'b.txt', folderId: null })
      assert.deepEqual([other.name, other.folderId], ['b.txt', null])
      await store.trash(asset.id)
      await store.purge(asset.id, { bytes: 'deleted' })
      assert.equal(await textOf(await store.read(copy)), 'first')
      await assert.rejects(store.copy(asset.id), { code: 'asset_not_found' })
    },
  },
]
