import assert from 'node:assert/strict'
import { newBlobKey } from '../blobs/blob-key.ts'
import type { ContractCase } from './contract.ts'
import type { MetadataWorld } from './metadata-contract.ts'
import { at, newAsset, refuses, storedOne } from './metadata-fixture.ts'

const fresh = (count: number): string[] => Array.from({ length: count }, () => newBlobKey(0))

export const reservationCases: readonly ContractCase<MetadataWorld>[] = [
  {
    name: 'a reservation that is left alone falls due at its time',
    async run({ metadata }) {
      const [key = ''] = fresh(1)
      await metadata.reserve([key], at(10))
      assert.deepEqual(await metadata.claim({ dueAt: at(9), limit: 10 }), [])
      assert.deepEqual(await metadata.claim({ dueAt: at(10), limit: 10 }), [key])
    },
  },
  {
    name: 'reserve is refused for a key that is reserved or claimed, and then reserves none',
    async run({ metadata }) {
      const [key = '', other = ''] = fresh(2)
      await metadata.reserve([key], at(10))
      await refuses(metadata.reserve([other, key], at(10)), 'invalid_argument')
      await metadata.claim({ keys: [key] })
      await refuses(metadata.reserve([key, other], at(10)), 'invalid_argument')
      assert.deepEqual(await metadata.claim({ keys: [other] }), [])
    },
  },
  {
    name: 'claim of keys resolves to those still reserved or claimed before, not to those of a record',
    async run({ metadata }) {
      const asset = await storedOne(metadata)
      const [reserved = '', claimed = '', unknown = ''] = fresh(3)
      await metadata.reserve([reserved, claimed], at(10))
      await metadata.claim({ keys: [claimed] })
      const keys = [asset.blobKey, claimed, unknown, reserved]
      assert.deepEqual(await metadata.claim({ keys }), [claimed, reserved])
    },
  },
  {
    name: 'claim of what is due takes reservations and claims alike, at most the limit, the longest due first',
    async run({ metadata }) {
      const [first = '', second = '', third = '', later = ''] = fresh(4)
      await metadata.reserve([third], at(3))
      await metadata.reserve([first], at(1))
      await metadata.reserve([second], at(2))
      await metadata.reserve([later], at(99))
      await metadata.claim({ keys: [second] })
      assert.deepEqual(await metadata.claim({ dueAt: at(50), limit: 2 }), [first, second])
      const all = await metadata.claim({ dueAt: at(50), limit: 10 })
      assert.deepEqual(all, [first, second, third])
    },
  },
  {
    name: 'a key that was claimed because it is due can never be inserted',
    async run({ metadata }) {
      const asset = newAsset()
      await metadata.reserve([asset.blobKey], at(1))
      await metadata.claim({ dueAt: at(1), limit: 1 })
      const insert = () =>
        metadata.insert({ tenant: 'default', assets: [asset], keyId: null, quota: null })
      await refuses(insert(), 'reservation_lost')
      await metadata.settle({ deleted: [asset.blobKey], again: at(2) })
      await refuses(insert(), 'reservation_lost')
      await metadata.settle({ deleted: [asset.blobKey], again: at(3) })
      await refuses(insert(), 'reservation_lost')
    },
  },
  {
    name: 'a claim stays after the first deletion, falls due again, and is forgotten after the second',
    async run({ metadata }) {
      const [key = ''] = fresh(1)
      await metadata.reserve([key], at(1))
      await metadata.claim({ keys: [key] })
      await metadata.settle({ deleted: [key], again: at(100) })
      assert.deepEqual(await metadata.claim({ dueAt: at(99), limit: 1 }), [])
      assert.deepEqual(await metadata.claim({ dueAt: at(100), limit: 1 }), [key])
      await metadata.settle({ deleted: [key], again: at(200) })
      assert.deepEqual(await metadata.claim({ dueAt: at(999), limit: 1 }), [])
      assert.deepEqual(await metadata.claim({ keys: [key] }), [])
    },
  },
  {
    name: 'settle leaves keys alone that are not claimed',
    async run({ metadata }) {
      const asset = newAsset()
      const [unknown = ''] = fresh(1)
      await metadata.reserve([asset.blobKey], at(1))
      await metadata.settle({ deleted: [asset.blobKey, unknown], again: at(100) })
      await metadata.insert({ tenant: 'default', assets: [asset], keyId: null, quota: null })
      assert.deepEqual(await metadata.claim({ dueAt: at(999), limit: 9 }), [])
    },
  },
  {
    name: 'a deletion that two say is done counts once, so that the second one still comes',
    async run({ metadata }) {
      const [key = ''] = fresh(1)
      await metadata.reserve([key], at(1))
      assert.deepEqual(await metadata.claim({ keys: [key] }), [key])
      assert.deepEqual(await metadata.claim({ dueAt: at(1), limit: 1 }), [key])
      await metadata.settle({ deleted: [key], again: at(100) })
      await metadata.settle({ deleted: [key], again: at(101) })
      assert.deepEqual(await metadata.claim({ keys: [key] }), [key])
      await metadata.settle({ deleted: [key], again: at(102) })
      assert.deepEqual(await metadata.claim({ dueAt: at(100), limit: 1 }), [key])
      await metadata.settle({ deleted: [key], again: at(200) })
      assert.deepEqual(await metadata.claim({ dueAt: at(999), limit: 1 }), [])
    },
  },
  {
    name: 'what failed to be deleted falls due again, and still needs every deletion',
    async run({ metadata }) {
      const [key = ''] = fresh(1)
      await metadata.reserve([key], at(1))
      for (const [due, state] of [
        [1, 'failed'],
        [10, 'deleted'],
        [20, 'failed'],
        [30, 'deleted'],
      ] as const) {
        assert.deepEqual(await metadata.claim({ dueAt: at(due - 1), limit: 1 }), [])
        assert.deepEqual(await metadata.claim({ dueAt: at(due), limit: 1 }), [key])
        const again = at(due === 1 ? 10 : due + 10)
        await metadata.settle({ deleted: [], [state]: [key], again })
      }
      assert.deepEqual(await metadata.claim({ dueAt: at(999), limit: 1 }), [])
    },
  },
]
