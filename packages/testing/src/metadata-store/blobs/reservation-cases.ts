import assert from 'node:assert/strict'
import { newBlobKey } from '@stowage/core/ports'
import type { ContractCase } from '../../contract/contract.ts'
import { claimedAt, newAsset, refuses, storedOne } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'

const fresh = (count: number): string[] => Array.from({ length: count }, () => newBlobKey(0))

export const reservationCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'a reservation that is left alone falls due at its time',
    async run({ metadata, clock }) {
      const [key = ''] = fresh(1)
      await metadata.blobs.reserve([key], { lifetime: 10_000 })
      assert.deepEqual(await claimedAt({ metadata, clock }, 9), [])
      assert.deepEqual(await claimedAt({ metadata, clock }, 10), [key])
    },
  },
  {
    name: 'reserve is refused for a key that is reserved or claimed, and then reserves none',
    async run({ metadata }) {
      const [key = '', other = ''] = fresh(2)
      await metadata.blobs.reserve([key], { lifetime: 10_000 })
      await refuses(metadata.blobs.reserve([other, key], { lifetime: 10_000 }), 'invalid_argument')
      await metadata.blobs.claim({ keys: [key] })
      await refuses(metadata.blobs.reserve([key, other], { lifetime: 10_000 }), 'invalid_argument')
      assert.deepEqual(await metadata.blobs.claim({ keys: [other] }), [])
    },
  },
  {
    name: 'claim of keys resolves to those still reserved or claimed before, not to those of a record',
    async run({ metadata }) {
      const asset = await storedOne(metadata)
      const [reserved = '', claimed = '', unknown = ''] = fresh(3)
      await metadata.blobs.reserve([reserved, claimed], { lifetime: 10_000 })
      await metadata.blobs.claim({ keys: [claimed] })
      const keys = [asset.blobKey, claimed, unknown, reserved]
      assert.deepEqual(await metadata.blobs.claim({ keys }), [claimed, reserved])
    },
  },
  {
    name: 'claim of what is due takes reservations and claims alike, at most the limit, the longest due first',
    async run({ metadata, clock }) {
      const [first = '', second = '', third = '', later = ''] = fresh(4)
      await metadata.blobs.reserve([third], { lifetime: 3_000 })
      await metadata.blobs.reserve([first], { lifetime: 1_000 })
      await metadata.blobs.reserve([second], { lifetime: 2_000 })
      await metadata.blobs.reserve([later], { lifetime: 99_000 })
      await metadata.blobs.claim({ keys: [second] })
      assert.deepEqual(await claimedAt({ metadata, clock }, 50, 2), [first, second])
      const all = await claimedAt({ metadata, clock }, 50)
      assert.deepEqual(all, [first, second, third])
    },
  },
  {
    name: 'a key that was claimed because it is due can never be inserted',
    async run({ metadata, clock }) {
      const asset = newAsset()
      await metadata.blobs.reserve([asset.blobKey], { lifetime: 1_000 })
      await claimedAt({ metadata, clock }, 1)
      const insert = () =>
        metadata.assets.insert({ tenant: 'default', assets: [asset], keyId: null, quota: null })
      await refuses(insert(), 'reservation_lost')
      await metadata.blobs.recordDeletions({ deleted: [asset.blobKey], retryAfter: 1000 })
      await refuses(insert(), 'reservation_lost')
      await metadata.blobs.recordDeletions({ deleted: [asset.blobKey], retryAfter: 1000 })
      await refuses(insert(), 'reservation_lost')
    },
  },
  {
    name: 'a claim stays after the first deletion, falls due again, and is forgotten after the second',
    async run({ metadata, clock }) {
      const [key = ''] = fresh(1)
      await metadata.blobs.reserve([key], { lifetime: 1_000 })
      await metadata.blobs.claim({ keys: [key] })
      await metadata.blobs.recordDeletions({ deleted: [key], retryAfter: 100_000 })
      assert.deepEqual(await claimedAt({ metadata, clock }, 99), [])
      assert.deepEqual(await claimedAt({ metadata, clock }, 100), [key])
      await metadata.blobs.recordDeletions({ deleted: [key], retryAfter: 100_000 })
      assert.deepEqual(await claimedAt({ metadata, clock }, 999), [])
      assert.deepEqual(await metadata.blobs.claim({ keys: [key] }), [])
    },
  },
  {
    name: 'recordDeletions leaves keys alone that are not claimed',
    async run({ metadata, clock }) {
      const asset = newAsset()
      const [unknown = ''] = fresh(1)
      await metadata.blobs.reserve([asset.blobKey], { lifetime: 1_000 })
      await metadata.blobs.recordDeletions({
        deleted: [asset.blobKey, unknown],
        retryAfter: 100_000,
      })
      await metadata.assets.insert({ tenant: 'default', assets: [asset], keyId: null, quota: null })
      assert.deepEqual(await claimedAt({ metadata, clock }, 999), [])
    },
  },
  {
    name: 'a deletion that two say is done counts once, so that the second one still comes',
    async run({ metadata, clock }) {
      const [key = ''] = fresh(1)
      await metadata.blobs.reserve([key], { lifetime: 1_000 })
      assert.deepEqual(await metadata.blobs.claim({ keys: [key] }), [key])
      assert.deepEqual(await claimedAt({ metadata, clock }, 1), [key])
      await metadata.blobs.recordDeletions({ deleted: [key], retryAfter: 99_000 })
      await metadata.blobs.recordDeletions({ deleted: [key], retryAfter: 100_000 })
      assert.deepEqual(await metadata.blobs.claim({ keys: [key] }), [key])
      await metadata.blobs.recordDeletions({ deleted: [key], retryAfter: 101_000 })
      assert.deepEqual(await claimedAt({ metadata, clock }, 100), [key])
      await metadata.blobs.recordDeletions({ deleted: [key], retryAfter: 100_000 })
      assert.deepEqual(await claimedAt({ metadata, clock }, 999), [])
    },
  },
  {
    name: 'what failed to be deleted falls due again, and still needs every deletion',
    async run({ metadata, clock }) {
      const [key = ''] = fresh(1)
      await metadata.blobs.reserve([key], { lifetime: 1_000 })
      for (const [due, state] of [
        [1, 'failed'],
        [10, 'deleted'],
        [20, 'failed'],
        [30, 'deleted'],
      ] as const) {
        assert.deepEqual(await claimedAt({ metadata, clock }, due - 1), [])
        assert.deepEqual(await claimedAt({ metadata, clock }, due), [key])
        const retryAfter = due === 1 ? 9000 : 10_000
        await metadata.blobs.recordDeletions({ deleted: [], [state]: [key], retryAfter })
      }
      assert.deepEqual(await claimedAt({ metadata, clock }, 999), [])
    },
  },
]
