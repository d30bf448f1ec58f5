import assert from 'node:assert/strict'
import type { ContractCase } from '../../contract/contract.ts'
import { HOUR, newAsset, newKey, newTicket, refuses, storedOne } from '../fixture.ts'
import { newFolder } from '../folders/folder-fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'

const tenant = 'default'

export const lifeCycleCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'every method is refused as closed after close, which may be called again',
    async run({ metadata }) {
      await metadata.close()
      await metadata.close()
      const ids = { tenant, ids: ['x'] }
      for (const call of [
        () => metadata.assets.insert({ tenant, assets: [newAsset()], keyId: null, quota: null }),
        () => metadata.assets.get({ id: 'x' }),
        () => metadata.assets.list({ tenant, trashed: false, from: { offset: 0 }, limit: 1 }),
        () => metadata.assets.update({ tenant, id: 'x', changes: {} }),
        () => metadata.assets.addVariants({ tenant, id: 'x', variants: [], failed: [] }),
        () => metadata.assets.removeVariants({ tenant, id: 'x', blobKeys: [] }),
        () => metadata.assets.setTrashed({ ...ids, to: 'trash' }),
        () => metadata.assets.purge({ ...ids, doneWithin: HOUR }),
        () => metadata.assets.purge({ trashedFor: 0, limit: 1 }),
        () => metadata.assets.listAll({ afterId: null, limit: 1 }),
        () => metadata.assets.usage(tenant),
        () => metadata.assets.usageOf({ tenant, parts: [''] }),
        () => metadata.assets.listTenants({ after: null, limit: 1 }),
        () => metadata.assets.move({ ...ids, folderId: null }),
        () => metadata.folders.create(newFolder()),
        () => metadata.folders.get({ tenant, id: 'x' }),
        () => metadata.folders.list({ tenant, offset: 0, limit: 1 }),
        () => metadata.folders.usage(ids),
        () => metadata.folders.update({ tenant, id: 'x', changes: {} }),
        () => metadata.folders.delete({ tenant, id: 'x' }),
        () => metadata.apiKeys.create(newKey()),
        () => metadata.apiKeys.get('x'),
        () => metadata.apiKeys.list(tenant),
        () => metadata.apiKeys.update({ tenant, id: 'x', changes: {} }),
        () => metadata.tickets.create(newTicket()),
        () => metadata.tickets.get('x'),
        () => metadata.tickets.revoke({ tenant, id: 'x' }),
        () => metadata.blobs.reserve(['x'], { lifetime: 0 }),
        () => metadata.blobs.claim({ keys: ['x'] }),
        () => metadata.blobs.recordDeletions({ deleted: ['x'], retryAfter: 0 }),
        () => metadata.blobs.filterOrphans(['x']),
        () => metadata.sweeps.pruneExpired({ purgedFor: 0, limit: 1 }),
        () => metadata.leases.acquire({ name: 'x', holder: 'x', duration: 1 }),
        () => metadata.leases.release({ name: 'x', holder: 'x' }),
        () => metadata.sweeps.record({ tolerance: 1 }),
      ]) {
        await refuses(call(), 'closed')
      }
    },
  },
  {
    name: 'close finishes the writes under way',
    async run({ metadata }) {
      const writes = Array.from({ length: 5 }, (_, n) =>
        metadata.blobs.reserve([`key${n}`], { lifetime: 0 }),
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
      await metadata.apiKeys.create(key)
      const ticket = await metadata.tickets.create(newTicket())
      const writing = metadata.blobs.reserve(['key'], { lifetime: 9_000 })
      await metadata.close()
      await writing
      const again = await reopen()
      assert.deepEqual(await again.assets.get({ id: asset.id }), asset)
      assert.deepEqual((await again.apiKeys.get(key.id))?.key, key)
      assert.deepEqual((await again.tickets.get(ticket.id))?.ticket, ticket)
      assert.deepEqual(await again.blobs.claim({ keys: ['key'] }), ['key'])
      assert.equal((await storedOne(again)).seq, asset.seq + 1)
    },
  },
]
