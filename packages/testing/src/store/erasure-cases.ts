import assert from 'node:assert/strict'
import { createAssetStore } from '@stowage/core/internal'
import type { BlobStore } from '@stowage/core/ports'
import type { ContractCase } from '../contract/contract.ts'
import { decoratedMetadata } from '../fault-injection/decorated-metadata.ts'
import { refuses } from '../metadata-store/fixture.ts'
import type { StoreFixture } from './store-fixture.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const confirm = 'acme'

/** These blobs, except that some cannot be deleted. */
function withStuck(blobs: BlobStore, stuck: ReadonlySet<string>): BlobStore {
  return Object.assign(Object.create(blobs) as BlobStore, {
    async delete(...[keys, options]: Parameters<BlobStore['delete']>) {
      const others = keys.filter((key) => !stuck.has(key))
      const failed = others.length > 0 ? await blobs.delete(others, options) : []
      return [...failed, ...keys.filter((key) => stuck.has(key))]
    },
  } satisfies Partial<BlobStore>)
}

export const erasureCases: readonly ContractCase<StoreFixture>[] = [
  {
    name: 'erase leaves no record and no file of the tenant, and all of the others',
    async run({ store, countBlobs }) {
      const acme = store.for({ tenant: 'acme' })
      const folder = await acme.folders.create({ name: 'Trips' })
      await acme.upload(bytes('one'), { folderId: folder.id })
      const { id } = await acme.upload(bytes('two'))
      await acme.trash(id)
      await acme.keys.create({ name: 'CI', permissions: ['read'] })
      const mine = await store.upload(bytes('mine'))
      await refuses(store.admin.tenants.erase('acme', { confirm: 'acme ' }), 'invalid_argument')
      const scoped = store.for({ scope: { createdBy: 'ann' } })
      await refuses(scoped.admin.tenants.erase('acme', { confirm }), 'invalid_argument')
      const steps: number[] = []
      const onProgress = ({ assets }: { readonly assets: number }) => steps.push(assets)
      const report = await store.admin.tenants.erase('acme', { confirm, onProgress })
      assert.deepEqual(report, { assets: 2, files: 2, wasThere: true })
      assert.equal(steps.at(-1), 2)
      assert.equal(await countBlobs(), 1)
      assert.equal((await acme.list()).total, 0)
      assert.deepEqual(await acme.keys.list(), [])
      assert.equal((await store.admin.tenants.list()).tenants.length, 1)
      assert.equal((await store.get(mine.id)).id, mine.id)
      await acme.upload(bytes('again'))
      assert.deepEqual(await store.admin.tenants.erase('nobody', { confirm: 'nobody' }), {
        assets: 0,
        files: 0,
        wasThere: false,
      })
    },
  },
  {
    name: 'erase by two calls at once ends well for both, and leaves nothing',
    async run({ store, countBlobs }) {
      const acme = store.for({ tenant: 'acme' })
      for (let round = 0; round < 3; round += 1) {
        await acme.uploadMany([{ source: bytes('one') }, { source: bytes('two') }])
        const [one, other] = await Promise.all([
          store.admin.tenants.erase('acme', { confirm }),
          store.admin.tenants.erase('acme', { confirm }),
        ])
        assert.equal(one.assets + other.assets, 2)
        assert.equal(await countBlobs(), 0)
        assert.deepEqual((await store.admin.tenants.list()).tenants, [])
      }
    },
  },
  {
    name: 'erase that was cut off after any of its steps goes on when it is called again',
    async run({ ports, countBlobs }) {
      assert.ok(ports)
      const { blobs } = ports
      let left = Number.POSITIVE_INFINITY
      const metadata = decoratedMetadata(ports.metadata, {}, (name, method) => async (...given) => {
        const isCounted = name.startsWith('erasures.') || name === 'blobs.recordDeletions'
        if (isCounted && left <= 0) throw new Error('Cut off.')
        const result = await method(...given)
        if (isCounted) left -= 1
        return result
      })
      const onError = () => {}
      const store = createAssetStore({
        metadata,
        blobs,
        advanced: { sweepEveryMs: false },
        onError,
      })
      const acme = store.for({ tenant: 'acme' })
      for (let calls = 0, isCutOff = true; isCutOff; calls += 1) {
        left = Number.POSITIVE_INFINITY
        await acme.uploadMany([{ source: bytes('one') }, { source: bytes('two') }])
        left = calls
        isCutOff = await store.admin.tenants.erase('acme', { confirm }).then(
          () => false,
          () => true,
        )
        // How many calls record deletions depends on the medium.
        assert.ok(isCutOff || calls > 4, `it took ${calls} calls`)
        left = Number.POSITIVE_INFINITY
        await store.admin.tenants.erase('acme', { confirm })
        assert.equal(await countBlobs(), 0)
        assert.deepEqual((await store.admin.tenants.list()).tenants, [])
      }
    },
  },
  {
    name: 'erase that was cut off is unavailable as long as one file of it cannot be deleted',
    async run({ ports, countBlobs }) {
      assert.ok(ports)
      const { metadata } = ports
      let isStuck = true
      const blobs: BlobStore = Object.assign(Object.create(ports.blobs) as BlobStore, {
        delete: async (...[keys, options]: Parameters<BlobStore['delete']>) =>
          isStuck ? keys : ports.blobs.delete(keys, options),
      })
      const onError = () => {}
      const store = createAssetStore({
        metadata,
        blobs,
        advanced: { sweepEveryMs: false },
        onError,
      })
      await store.for({ tenant: 'acme' }).upload(bytes('one'))
      await metadata.erasures.begin('acme')
      await metadata.erasures.step({ tenant: 'acme', limit: 9 })
      await refuses(store.admin.tenants.erase('acme', { confirm }), 'unavailable')
      await refuses(store.admin.tenants.erase('acme', { confirm }), 'unavailable')
      assert.equal(await countBlobs(), 1)
      isStuck = false
      await store.admin.tenants.erase('acme', { confirm })
      assert.equal(await countBlobs(), 0)
    },
  },
  {
    name: 'erase waits for no file of another tenant, and for each that may be of its own',
    async run({ ports, countBlobs }) {
      assert.ok(ports)
      const { metadata } = ports
      const stuck = new Set<string>()
      const onError = () => {}
      const store = createAssetStore({
        metadata,
        blobs: withStuck(ports.blobs, stuck),
        advanced: { sweepEveryMs: false },
        onError,
      })
      const other = store.for({ tenant: 'other' })
      const theirs = await other.upload(bytes('theirs'))
      stuck.add(theirs.blobKey)
      await other.trash(theirs.id)
      const doneWithin = 0
      await metadata.assets.purge({ tenant: 'other', ids: [theirs.id], doneWithin })
      const later = { deleted: [], retryAfter: 3_600_000 }
      await metadata.blobs.recordDeletions({ ...later, failed: [theirs.blobKey] })
      await store.for({ tenant: 'acme' }).upload(bytes('mine'))
      assert.equal((await store.admin.tenants.erase('acme', { confirm })).files, 1)
      assert.equal(await countBlobs(), 1)
      // The remains of a crashed upload may belong to any tenant.
      const anybodys = theirs.blobKey.replace(/.{8}$/, 'anybodys')
      stuck.add(anybodys)
      await metadata.blobs.reserve([anybodys], { lifetime: 3_600_000 })
      await metadata.blobs.claim({ keys: [anybodys] })
      await metadata.blobs.recordDeletions({ ...later, failed: [anybodys] })
      await store.for({ tenant: 'acme' }).upload(bytes('mine'))
      await refuses(store.admin.tenants.erase('acme', { confirm }), 'unavailable')
      assert.equal(await countBlobs(), 1)
      stuck.delete(anybodys)
      await store.admin.tenants.erase('acme', { confirm })
      await refuses(store.admin.tenants.erase('other', { confirm: 'other' }), 'unavailable')
      stuck.clear()
      await store.admin.tenants.erase('other', { confirm: 'other' })
      assert.equal(await countBlobs(), 0)
    },
  },
  {
    name: 'erase ends when also those files are gone that another call freed meanwhile',
    async run({ ports, countBlobs }) {
      assert.ok(ports)
      const metadata = decoratedMetadata(ports.metadata, {}, (name, method) => async (...given) => {
        if (name === 'erasures.step' && replacing) {
          replacing = false
          await replace()
        }
        return method(...given)
      })
      let replacing = false
      const store = createAssetStore({
        metadata,
        blobs: ports.blobs,
        advanced: { sweepEveryMs: false },
        versions: { days: 0 },
      })
      const acme = store.for({ tenant: 'acme' })
      const { id } = await acme.upload(bytes('one'))
      const replace = () => acme.versions.replace(id, bytes('two'))
      replacing = true
      await store.admin.tenants.erase('acme', { confirm })
      assert.equal(await countBlobs(), 0)
    },
  },
  {
    name: 'erase takes more steps, though not for ever, when something is there again at its end',
    async run({ ports }) {
      assert.ok(ports)
      const { blobs } = ports
      let refusals = 2
      const calls: string[] = []
      const metadata = decoratedMetadata(ports.metadata, {}, (name, method) => async (...given) => {
        if (name.startsWith('erasures.')) calls.push(name.slice('erasures.'.length))
        if (name !== 'erasures.end' || refusals === 0) return method(...given)
        refusals -= 1
        return false
      })
      const store = createAssetStore({ metadata, blobs, advanced: { sweepEveryMs: false } })
      await store.admin.tenants.erase('acme', { confirm })
      const turn = ['begin', 'step', 'end']
      assert.deepEqual(calls, [...turn, ...turn, ...turn, 'scrub'])
      refusals = Number.POSITIVE_INFINITY
      await refuses(store.admin.tenants.erase('acme', { confirm }), 'unavailable')
    },
  },
  {
    name: 'erase is unavailable while deletion is paused, and the tenant takes nothing until it is erased',
    async run({ store }) {
      const acme = store.for({ tenant: 'acme' })
      await acme.upload(bytes('one'))
      const pause = await store.admin.pauseDeletion()
      await refuses(store.admin.tenants.erase('acme', { confirm }), 'unavailable')
      await refuses(acme.upload(bytes('two')), 'unavailable')
      await pause.resume()
      assert.equal((await store.admin.tenants.erase('acme', { confirm })).assets, 1)
      await acme.upload(bytes('two'))
    },
  },
]
