import assert from 'node:assert/strict'
import type { MigratableMetadata } from '@stowage/core/internal'
import type { ContractCase } from '../contract/contract.ts'
import { HOUR, newAsset, refuses, storedOne } from '../metadata-store/fixture.ts'
import { allEntries, transferred, visibleRecords } from './fixture.ts'
import type { TransferFixture } from './transfer-fixture.ts'

const tenant = 'other'

async function erase({ blobs, erasures }: MigratableMetadata): Promise<void> {
  await erasures.begin(tenant)
  for (;;) {
    const { blobKeys, isDone } = await erasures.step({ tenant, limit: 1 })
    if (isDone) break
    await blobs.recordDeletions({ deleted: blobKeys, retryAfter: HOUR })
  }
  assert.equal((await erasures.end({ tenant })).isDone, true)
}

/** A move and an erasure: each waits for the other, in either order. */
export const transferErasureCases: readonly ContractCase<TransferFixture>[] = [
  {
    name: 'record: unavailable while a tenant is being erased, and nothing erased is moved afterwards',
    async run({ from, to }) {
      const { source } = from.transfer
      await storedOne(from, {}, tenant)
      const gone = await storedOne(from, {}, tenant)
      const kept = await storedOne(from)
      await from.erasures.begin(tenant)
      await refuses(source.record(), 'unavailable')
      await from.erasures.step({ tenant, limit: 1 })
      await refuses(source.record(), 'unavailable')
      assert.deepEqual(await source.state(), { phase: 'serving', id: null })
      const due = await from.blobs.claim({ due: true, limit: 9 })
      await from.blobs.recordDeletions({ deleted: due, retryAfter: HOUR })
      await erase(from)
      await transferred(from, to)
      const all = await to.assets.listAll({ afterId: null, limit: 9 })
      assert.deepEqual(all, [kept])
      assert.equal(await to.assets.get({ id: gone.id }), null)
      assert.deepEqual(await visibleRecords(to), await visibleRecords(from))
      const named = (await allEntries(from.transfer.source)).filter(
        ({ kind, key }) => kind === 'tenant' && key === tenant,
      )
      assert.deepEqual(named, [])
    },
  },
  {
    name: 'record: an erasure is unavailable from then on, until `stop`, and has changed nothing',
    async run({ from, to }) {
      await storedOne(from, {}, tenant)
      await transferred(from, to, async () => {
        await refuses(from.erasures.begin(tenant), 'unavailable')
        await storedOne(from, {}, tenant)
      })
      await refuses(from.erasures.begin(tenant), 'unavailable')
      assert.deepEqual(await visibleRecords(to), await visibleRecords(from))
      await from.transfer.source.stop()
      await erase(from)
      assert.equal((await from.assets.usage(tenant)).assets, 0)
    },
  },
  {
    name: 'record: of it and an erasure that begin at once one is refused',
    needs: ['reopen'],
    async run({ from, reopen = () => assert.fail() }) {
      const other = await reopen()
      await storedOne(from, {}, tenant)
      for (let round = 0; round < 8; round += 1) {
        const [begun, recorded] = await Promise.allSettled([
          other.erasures.begin(tenant),
          from.transfer.source.record(),
        ])
        const refused = [begun, recorded].filter(({ status }) => status === 'rejected')
        assert.equal(refused.length, 1)
        for (const each of refused) {
          assert.equal(each.status === 'rejected' && each.reason.code, 'unavailable')
        }
        if (recorded.status === 'fulfilled') await from.transfer.source.stop()
        else {
          await erase(from)
          await storedOne(from, {}, tenant)
        }
      }
    },
  },
  {
    name: 'claims are of the same tenants on the other side',
    async run({ from, to }) {
      const mine = await storedOne(from, {}, tenant)
      const { blobKey: anybodys } = newAsset()
      await from.blobs.reserve([anybodys], { lifetime: 0 })
      const deleted = await storedOne(from)
      const purge = async (of: string, id: string) => {
        await from.assets.setTrashed({ tenant: of, ids: [id], to: 'trash' })
        await from.assets.purge({ tenant: of, ids: [id], doneWithin: 0 })
      }
      await purge('default', deleted.id)
      await from.blobs.recordDeletions({ deleted: [deleted.blobKey], retryAfter: 0 })
      await transferred(from, to, () => purge(tenant, mine.id))
      const dueOf = async (of: string) =>
        (await to.blobs.claim({ due: true, limit: 9, tenant: of })).toSorted()
      assert.deepEqual(await dueOf(tenant), [mine.blobKey, anybodys].toSorted())
      assert.deepEqual(await dueOf('default'), [deleted.blobKey, anybodys].toSorted())
    },
  },
]
