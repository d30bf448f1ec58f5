import assert from 'node:assert/strict'
import type { ContractCase } from '../contract.ts'
import { HOUR, newAsset, newKey, refuses, storedOne } from './fixture.ts'
import type { MetadataFixture } from './metadata-fixture.ts'

const tenant = 'default'

export const lifeCycleCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'every method is refused as closed after close, which may be called again',
    async run({ metadata }) {
      await metadata.close()
      await metadata.close()
      const ids = { tenant, ids: ['x'] }
      for (const call of [
        () => metadata.insert({ tenant, assets: [newAsset()], keyId: null, quota: null }),
        () => metadata.get({ id: 'x' }),
        () => metadata.list({ tenant, trashed: false, from: { offset: 0 }, limit: 1 }),
        () => metadata.update({ tenant, id: 'x', changes: {} }),
        () => metadata.addVariants({ tenant, id: 'x', variants: [], failed: [] }),
        () => metadata.removeVariants({ tenant, id: 'x', blobKeys: [] }),
        () => metadata.setTrashed({ ...ids, to: 'trash' }),
        () => metadata.purge({ ...ids, doneWithin: HOUR }),
        () => metadata.purge({ trashedFor: 0, limit: 1 }),
        () => metadata.listAll({ afterId: null, limit: 1 }),
        () => metadata.usage(tenant),
        () => metadata.createKey(newKey()),
        () => metadata.getKey('x'),
        () => metadata.listKeys(tenant),
        () => metadata.updateKey({ tenant, id: 'x', changes: {} }),
        () => metadata.reserve(['x'], { lifetime: 0 }),
        () => metadata.claim({ keys: ['x'] }),
        () => metadata.recordDeletions({ deleted: ['x'], retryAfter: 0 }),
        () => metadata.filterOrphans(['x']),
        () => metadata.pruneExpired({ purgedFor: 0, limit: 1 }),
        () => metadata.lease({ name: 'x', holder: 'x', duration: 1 }),
        () => metadata.recordSweep({ tolerance: 1 }),
      ]) {
        await refuses(call(), 'closed')
      }
    },
  },
  {
    name: 'close finishes the writes under way',
    async run({ metadata }) {
      const writes = Array.from({ length: 5 }, (_, n) =>
        metadata.reserve([`key${n}`], { lifetime: 0 }),
      )
      await metadata.close()
      await Promise.all(writes)
    },
  },
  {
    name: 'what was written is there for a store opened after close, when records outlive a store',
    needs: ['reopen'],
    async run({ metadata, reopen = async () => metadata }) {
      const asset = await storedOne(metadata)
      const key = newKey()
      await metadata.createKey(key)
      const writing = metadata.reserve(['key'], { lifetime: 9_000 })
      await metadata.close()
      await writing
      const again = await reopen()
      assert.deepEqual(await again.get({ id: asset.id }), asset)
      assert.deepEqual((await again.getKey(key.id))?.key, key)
      assert.deepEqual(await again.claim({ keys: ['key'] }), ['key'])
      assert.equal((await storedOne(again)).seq, asset.seq + 1)
    },
  },
]
