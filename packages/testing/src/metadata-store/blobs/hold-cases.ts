import assert from 'node:assert/strict'
import { blobKeysOf, HOLD_PREFIX } from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import type { ContractCase } from '../../contract/contract.ts'
import { claimedAt, storedOne, trashedAt, trustedAt, twoStores } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'

const tenant = 'default'
/** In seconds. */
const DAY = 86_400

const copying = { name: `${HOLD_PREFIX}copy`, holder: 'me' }

const hold = (metadata: MetadataStore, duration: number) =>
  metadata.leases.acquire({ ...copying, duration })

/** What a hold postpones. */
export const holdCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'as long as a hold lasts, nothing is due, and purge says that it is held',
    async run(fixture) {
      const { metadata, clock } = fixture
      await trustedAt(fixture, 0)
      const kept = await storedOne(metadata)
      const [asset, other] = [await trashedAt(fixture, 1), await trashedAt(fixture, 2)]
      await metadata.blobs.reserve(['abandoned'], { lifetime: 0 })
      await trustedAt(fixture, 100)
      assert.equal(await hold(metadata, 100_000), true)
      const byAge = { trashedFor: 98_000, limit: 9 }
      assert.deepEqual(await metadata.assets.purge(byAge), { assets: [asset], held: true })
      clock.set(199)
      const byIds = { tenant, ids: [other.id], doneWithin: 0 }
      assert.deepEqual(await metadata.assets.purge(byIds), { assets: [other], held: true })
      assert.deepEqual(await claimedAt(fixture, 199), [])
      assert.deepEqual(await metadata.blobs.claim({ keys: ['abandoned'] }), ['abandoned'])
      const due = await claimedAt(fixture, 200)
      const keys = [...blobKeysOf(asset), ...blobKeysOf(other), 'abandoned']
      assert.deepEqual([...due].sort(), keys.sort())
      await metadata.assets.setTrashed({ tenant, ids: [kept.id], to: 'trash' })
      const after = { tenant, ids: [kept.id], doneWithin: 0 }
      assert.equal((await metadata.assets.purge(after)).held, false)
    },
  },
  {
    name: 'a hold that is given back, and a lease of another name, hold nothing',
    async run({ metadata }) {
      await metadata.blobs.reserve(['key'], { lifetime: 0 })
      await metadata.leases.acquire({ name: 'holder', holder: 'me', duration: 100_000 })
      await hold(metadata, 100_000)
      await metadata.leases.release(copying)
      assert.deepEqual(await metadata.blobs.claim({ due: true, limit: 9 }), ['key'])
    },
  },
  {
    name: 'a hold that a clock of the future has written holds nothing',
    async run(fixture) {
      const { metadata, clock } = fixture
      await metadata.blobs.reserve(['key'], { lifetime: 0 })
      clock.set(DAY)
      await hold(metadata, 60_000)
      assert.deepEqual(await claimedAt(fixture, 1), ['key'])
      const { held } = await metadata.assets.purge({ trashedFor: 0, limit: 9 })
      assert.equal(held, false)
    },
  },
  {
    name: 'a hold of one store holds every store',
    async run(fixture) {
      const [one, two] = await twoStores(fixture)
      await one.blobs.reserve(['key'], { lifetime: 0 })
      await hold(one, 100_000)
      assert.deepEqual(await two.blobs.claim({ due: true, limit: 9 }), [])
    },
  },
]
