import assert from 'node:assert/strict'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { MetadataStore } from '@stowage/core/ports'
import type { ContractCase } from '../contract/contract.ts'
import {
  at,
  HOUR,
  newAsset,
  newKey,
  newTicket,
  newVariant,
  refuses,
  storedOne,
} from '../metadata-store/fixture.ts'
import type { TransferFixture } from './transfer-fixture.ts'

const tenant = 'default'
/** Milliseconds; longer than any case takes. */
const LONG = 600_000

/** Every way to write; each would succeed, or find nothing to do. */
function writes(metadata: MetadataStore, id: string): readonly (() => Promise<unknown>)[] {
  const asset = newAsset()
  return [
    () => metadata.assets.insert({ tenant, assets: [asset], keyId: null, quota: null }),
    () => metadata.assets.update({ tenant, id, changes: { name: 'other' } }),
    () =>
      metadata.assets.addVariants({
        tenant,
        id,
        variants: [],
        failed: [{ name: 'x', attempts: 1 }],
      }),
    () => metadata.assets.removeVariants({ tenant, id, blobKeys: [newVariant().blobKey] }),
    () => metadata.assets.setTrashed({ tenant, ids: [id], to: 'trash' }),
    () => metadata.assets.purge({ trashedFor: 0, limit: 9 }),
    () => metadata.apiKeys.create(newKey()),
    () => metadata.apiKeys.update({ tenant, id: 'unknown', changes: { lastUsedAt: at(1) } }),
    () => metadata.tickets.create(newTicket()),
    () => metadata.tickets.revoke({ tenant, id: 'unknown' }),
    () => metadata.blobs.reserve([asset.blobKey], { lifetime: 9_000 }),
    () => metadata.blobs.claim({ due: true, limit: 9 }),
    () => metadata.blobs.recordDeletions({ deleted: [], retryAfter: 9000 }),
    () => metadata.sweeps.pruneExpired({ purgedFor: HOUR, limit: 9 }),
    () => metadata.leases.acquire({ name: 'sweep', holder: 'a', duration: 9000 }),
    () => metadata.leases.release({ name: 'sweep', holder: 'b' }),
    () => metadata.sweeps.record({ tolerance: HOUR }),
  ]
}

export const transferPauseCases: readonly ContractCase<TransferFixture>[] = [
  {
    name: 'record: the id of the recording under way, and another one after `stop`',
    async run({ from }) {
      const source = from.transfer.source
      assert.deepEqual(await source.state(), { phase: 'serving', id: null })
      const id = await source.record()
      assert.equal(await source.record(), id)
      assert.deepEqual(await source.state(), { phase: 'recording', id })
      await source.stop()
      assert.deepEqual(await source.state(), { phase: 'serving', id: null })
      assert.notEqual(await source.record(), id)
      assert.deepEqual(await source.changes({ after: 0, limit: 9 }), { entries: [], last: 0 })
    },
  },
  {
    name: 'stop: writes go on as if nothing had been recorded, and nothing to stop is no error',
    async run({ from }) {
      const source = from.transfer.source
      await source.record()
      await storedOne(from)
      await source.stop()
      await source.stop()
      assert.equal((await storedOne(from)).seq, 2)
    },
  },
  {
    name: 'stop: ends a pause, and nothing can be paused, handed over or read as changed after it',
    async run({ from }) {
      const source = from.transfer.source
      await source.record()
      await storedOne(from)
      await source.pauseWrites(LONG)
      await source.stop()
      await storedOne(from)
      assert.deepEqual(await source.state(), { phase: 'serving', id: null })
      await refuses(source.pauseWrites(LONG), 'invalid_argument')
      assert.equal(await source.handOver(), false)
      await refuses(source.changes({ after: 0, limit: 9 }), 'invalid_argument')
    },
  },
  {
    name: 'stop: by another store on the database',
    needs: ['reopen'],
    async run({ from, reopen = () => assert.fail() }) {
      const id = await from.transfer.source.record()
      await storedOne(from)
      const other = await reopen()
      await other.transfer.source.stop()
      assert.deepEqual(await from.transfer.source.state(), { phase: 'serving', id: null })
      await refuses(from.transfer.source.changes({ after: 0, limit: 9 }), 'invalid_argument')
      assert.notEqual(await from.transfer.source.record(), id)
    },
  },
  {
    name: 'recordedBytes: grow with what is written while changes are recorded, and are 0 otherwise',
    async run({ from }) {
      const source = from.transfer.source
      await storedOne(from)
      assert.equal(await source.recordedBytes(), 0)
      await source.record()
      const before = await source.recordedBytes()
      for (let count = 0; count < 60; count += 1) await storedOne(from)
      assert.ok((await source.recordedBytes()) > before)
      await source.stop()
      assert.equal(await source.recordedBytes(), 0)
      await source.record()
      await storedOne(from)
      await source.pauseWrites(LONG)
      assert.equal(await source.handOver(), true)
      assert.equal(await source.recordedBytes(), 0)
    },
  },
  {
    name: 'pauseWrites: every write is refused as unavailable, reads go on, until `resumeWrites`',
    async run({ from }) {
      const source = from.transfer.source
      const { id } = await storedOne(from)
      await source.record()
      await source.pauseWrites(LONG)
      assert.equal((await source.state()).phase, 'paused')
      for (const write of writes(from, id)) await refuses(write(), 'unavailable')
      assert.equal((await from.assets.get({ id }))?.trashedAt, null)
      assert.equal(
        (await from.assets.list({ tenant, trashed: false, from: { offset: 0 }, limit: 9 })).total,
        1,
      )
      await source.resumeWrites()
      assert.equal((await source.state()).phase, 'recording')
      await storedOne(from)
    },
  },
  {
    name: 'pauseWrites: refused unless changes are recorded',
    async run({ from }) {
      await refuses(from.transfer.source.pauseWrites(LONG), 'invalid_argument')
      await storedOne(from)
    },
  },
  {
    name: 'pauseWrites: writes of other stores on the database are refused, also of those opened later',
    needs: ['reopen'],
    async run({ from, reopen = () => assert.fail() }) {
      const before = await reopen()
      await before.transfer.source.record()
      await before.transfer.source.pauseWrites(LONG)
      const after = await reopen()
      for (const store of [from, before, after]) {
        await refuses(store.blobs.reserve([newAsset().blobKey], { lifetime: 9_000 }), 'unavailable')
        assert.equal((await store.transfer.source.state()).phase, 'paused')
      }
      assert.equal(await after.transfer.source.handOver(), true)
      for (const store of [from, before, after, await reopen()]) {
        await refuses(store.blobs.reserve([newAsset().blobKey], { lifetime: 9_000 }), 'unavailable')
        assert.equal((await store.transfer.source.state()).phase, 'moved')
      }
    },
  },
  {
    name: 'pauseWrites: ends after its time, and then nothing can be handed over',
    async run({ from }) {
      const source = from.transfer.source
      await source.record()
      await source.pauseWrites(1)
      await setTimeout(5)
      await storedOne(from)
      assert.equal((await source.state()).phase, 'recording')
      assert.equal(await source.handOver(), false)
      await storedOne(from)
    },
  },
  {
    name: 'handOver: writes are refused forever, reads go on, and the id of the recording stays',
    async run({ from }) {
      const source = from.transfer.source
      const { id } = await storedOne(from)
      const recording = await source.record()
      await source.pauseWrites(LONG)
      assert.equal(await source.handOver(), true)
      await source.resumeWrites()
      assert.deepEqual(await source.state(), { phase: 'moved', id: recording })
      for (const write of writes(from, id)) await refuses(write(), 'unavailable')
      assert.equal((await from.assets.get({ id }))?.id, id)
      assert.equal(await source.record(), recording)
      await refuses(source.stop(), 'invalid_argument')
      await refuses(source.pauseWrites(LONG), 'invalid_argument')
    },
  },
  {
    name: 'handOver: false without a pause',
    async run({ from }) {
      const source = from.transfer.source
      assert.equal(await source.handOver(), false)
      await source.record()
      assert.equal(await source.handOver(), false)
      await source.pauseWrites(LONG)
      await source.resumeWrites()
      assert.equal(await source.handOver(), false)
      await storedOne(from)
    },
  },
  {
    name: 'pauseWrites: no write that succeeds is missing from the changes that follow the pause',
    async run({ from }) {
      const source = from.transfer.source
      await source.record()
      const inserted: string[] = []
      const lane = async () => {
        try {
          while (true) {
            inserted.push((await storedOne(from)).id)
            await setImmediate()
          }
        } catch (error) {
          assert.equal((error as { code?: string }).code, 'unavailable')
        }
      }
      const lanes = [lane(), lane(), lane(), lane()]
      while (inserted.length < 20) await setTimeout(1)
      await source.pauseWrites(LONG)
      const { entries } = await source.changes({ after: 0, limit: 100_000 })
      await Promise.all(lanes)
      const recorded = entries.flatMap(({ kind, key }) => (kind === 'asset' ? [key] : []))
      assert.deepEqual(recorded.sort(), inserted.sort())
    },
  },
]
