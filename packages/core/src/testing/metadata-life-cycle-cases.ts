import assert from 'node:assert/strict'
import type { ContractCase } from './contract.ts'
import type { MetadataWorld } from './metadata-contract.ts'
import { at, newAsset, newKey, refuses, storedOne } from './metadata-fixture.ts'

const tenant = 'default'

export const lifeCycleCases: readonly ContractCase<MetadataWorld>[] = [
  {
    name: 'every method is refused as closed after close, which may be called again',
    async run({ metadata }) {
      await metadata.close()
      await metadata.close()
      const ids = { tenant, ids: ['x'], at: at(0) }
      for (const call of [
        () => metadata.insert({ tenant, assets: [newAsset()], keyId: null, quota: null }),
        () => metadata.get({ id: 'x' }),
        () => metadata.list({ tenant, trashed: false, from: { offset: 0 }, limit: 1 }),
        () => metadata.update({ tenant, id: 'x', changes: {}, at: at(0) }),
        () => metadata.attach({ tenant, id: 'x', variants: [], failed: [] }),
        () => metadata.detach({ tenant, id: 'x', blobKeys: [], at: at(0) }),
        () => metadata.move({ ...ids, to: 'trash' }),
        () => metadata.purge({ ...ids, doneSince: at(0) }),
        () => metadata.purge({ trashedBefore: at(0), limit: 1, at: at(0) }),
        () => metadata.scan({ afterId: null, limit: 1 }),
        () => metadata.usage(tenant),
        () => metadata.createKey(newKey()),
        () => metadata.getKey('x'),
        () => metadata.listKeys(tenant),
        () => metadata.updateKey({ tenant, id: 'x', changes: {} }),
        () => metadata.reserve(['x'], at(0)),
        () => metadata.claim({ keys: ['x'] }),
        () => metadata.settle({ deleted: ['x'], again: at(0) }),
        () => metadata.unowned(['x']),
        () => metadata.forget({ purgedBefore: at(0), now: at(0) }),
        () => metadata.lease({ name: 'x', holder: 'x', now: at(0), until: at(1) }),
      ]) {
        await refuses(call(), 'closed')
      }
    },
  },
  {
    name: 'close finishes the writes under way',
    async run({ metadata }) {
      const writes = Array.from({ length: 5 }, (_, n) => metadata.reserve([`key${n}`], at(0)))
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
      const writing = metadata.reserve(['key'], at(9))
      await metadata.close()
      await writing
      const again = await reopen()
      assert.deepEqual(await again.get({ id: asset.id }), asset)
      assert.deepEqual(await again.getKey(key.id), key)
      assert.deepEqual(await again.claim({ keys: ['key'] }), ['key'])
      assert.equal((await storedOne(again)).seq, asset.seq + 1)
    },
  },
]
