import assert from 'node:assert/strict'
import { blobKeysOf } from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import type { ContractCase } from '../../contract/contract.ts'
import {
  at,
  claimedAt,
  HOUR,
  listed,
  newAsset,
  refuses,
  stored,
  storedOne,
  trashedAt,
  trustedAt,
  twoStores,
} from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'

const tenant = 'default'
/** In seconds. */
const DAY = 86_400

/** What a purge by age deletes, and which sweeps it trusts. */
export const retentionCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'purge by age reaches every tenant, the longest trashed first',
    async run(fixture) {
      const { metadata } = fixture
      await trustedAt(fixture, 0)
      const second = await trashedAt(fixture, 20)
      const first = await trashedAt(fixture, 10, 'other')
      const late = await trashedAt(fixture, 30)
      const active = await storedOne(metadata)
      await trustedAt(fixture, 40)
      const request = { trashedFor: 10_000, limit: 10 }
      const { assets, held } = await metadata.assets.purge(request)
      assert.deepEqual(assets, [first, second])
      assert.equal(held, false)
      assert.deepEqual(await listed(metadata, { trashed: true }), { ids: [late.id], total: 1 })
      assert.deepEqual(await listed(metadata), { ids: [active.id], total: 1 })
      assert.deepEqual(await listed(metadata, { tenant: 'other', trashed: true }), {
        ids: [],
        total: 0,
      })
      assert.deepEqual(await metadata.assets.purge(request), { assets: [], held: false })
    },
  },
  {
    name: 'purge by age takes at most the limit',
    async run(fixture) {
      const { metadata } = fixture
      const first = await trashedAt(fixture, 10)
      const second = await trashedAt(fixture, 20)
      await trustedAt(fixture, 99)
      const request = { trashedFor: 0, limit: 1 }
      assert.deepEqual((await metadata.assets.purge(request)).assets, [first])
      assert.deepEqual((await metadata.assets.purge(request)).assets, [second])
    },
  },
  {
    name: 'purge by age claims the blob keys, and frees the quota',
    async run(fixture) {
      const { metadata } = fixture
      const asset = await trashedAt(fixture, 10)
      await trustedAt(fixture, 50)
      await metadata.assets.purge({ trashedFor: 0, limit: 9 })
      assert.deepEqual(await claimedAt(fixture, 49), [])
      const due = await claimedAt(fixture, 50)
      assert.deepEqual([...due].sort(), blobKeysOf(asset).sort())
      const next = newAsset({ size: 100 })
      await metadata.blobs.reserve([next.blobKey], { lifetime: HOUR })
      await metadata.assets.insert({ tenant, assets: [next], keyId: null, quota: 100 })
    },
  },
  {
    name: 'what was purged by age counts as done for a purge of its id, in its tenant only',
    async run(fixture) {
      const { metadata } = fixture
      const { id } = await trashedAt(fixture, 10)
      await trustedAt(fixture, 50)
      await metadata.assets.purge({ trashedFor: 0, limit: 9 })
      const purge = (of: string) =>
        metadata.assets.purge({ tenant: of, ids: [id], doneWithin: 1000 })
      assert.deepEqual((await purge(tenant)).assets, [])
      await refuses(purge('other'), 'asset_not_found')
    },
  },
  {
    name: 'what is restored and purged by age at the same time is either active or gone',
    async run(fixture) {
      const [one, two] = await twoStores(fixture)
      const assets = await stored(
        one,
        Array.from({ length: 20 }, () => newAsset()),
      )
      const ids = assets.map(({ id }) => id)
      await one.assets.setTrashed({ tenant, ids, to: 'trash' })
      await trustedAt(fixture, 100)
      const restores = ids.map((id) =>
        two.assets.setTrashed({ tenant, ids: [id], to: 'active' }).then(
          () => [id],
          () => [],
        ),
      )
      const purges = ids.map(() => one.assets.purge({ trashedFor: 0, limit: 1 }))
      const restored = (await Promise.all(restores)).flat()
      const gone = (await Promise.all(purges)).flatMap((purge) => purge.assets.map(({ id }) => id))
      assert.deepEqual([...restored, ...gone].sort(), [...ids].sort())
      assert.deepEqual([...(await listed(two)).ids].sort(), restored.sort())
    },
  },
  {
    name: 'purge by age deletes nothing before a sweep is trusted',
    async run(fixture) {
      const { metadata, clock } = fixture
      await trashedAt(fixture, 0)
      clock.set(90 * DAY)
      const purge = () => metadata.assets.purge({ trashedFor: 30 * DAY * 1000, limit: 9 })
      assert.deepEqual((await purge()).assets, [])
      assert.equal(await metadata.sweeps.record({ tolerance: HOUR }), false)
      assert.deepEqual((await purge()).assets, [])
      clock.set(90 * DAY + 60)
      assert.equal(await metadata.sweeps.record({ tolerance: HOUR }), true)
      assert.deepEqual((await purge()).assets, [], 'it counts from now')
      await trustedAt(fixture, 120 * DAY + 59)
      assert.deepEqual((await purge()).assets, [])
      await trustedAt(fixture, 120 * DAY + 60)
      assert.equal((await purge()).assets.length, 1)
    },
  },
  {
    name: 'what a clock that lags trashed before a sweep was trusted stays as long as all else',
    async run(fixture) {
      const { metadata } = fixture
      const early = await trashedAt(fixture, -2 * DAY)
      assert.equal(early.trashedAt, at(-2 * DAY))
      await trustedAt(fixture, 100)
      const purge = () => metadata.assets.purge({ trashedFor: DAY * 1000, limit: 9 })
      assert.deepEqual((await purge()).assets, [])
      await trustedAt(fixture, DAY + 99)
      assert.deepEqual((await purge()).assets, [])
      await trustedAt(fixture, DAY + 101)
      assert.deepEqual((await purge()).assets, [early])
    },
  },
  {
    name: 'purge by age measures at the last trusted sweep, even when the clock leaps after it',
    async run(fixture) {
      const { metadata, clock } = fixture
      await trustedAt(fixture, 0)
      await trashedAt(fixture, 0)
      await trustedAt(fixture, DAY - 1)
      clock.set(2 * DAY)
      const purge = () => metadata.assets.purge({ trashedFor: DAY * 1000, limit: 9 })
      assert.deepEqual((await purge()).assets, [])
      await trustedAt(fixture, DAY + 1)
      clock.set(1)
      assert.deepEqual((await purge()).assets, [])
      clock.set(DAY + 1)
      assert.equal((await purge()).assets.length, 1)
    },
  },
  {
    name: 'a sweep is trusted when sweeps have followed each other for a minute, in any process',
    async run(fixture) {
      const { clock } = fixture
      const [one, two] = await twoStores(fixture)
      const sweepAt = (metadata: MetadataStore, seconds: number, tolerance = 100_000) => {
        clock.set(seconds)
        return metadata.sweeps.record({ tolerance })
      }
      assert.equal(await sweepAt(one, 0), false)
      assert.equal(await sweepAt(two, 59), false)
      assert.equal(await sweepAt(one, 60), true)
      assert.equal(await sweepAt(two, 160), true, 'the whole tolerance later')
      assert.equal(await sweepAt(one, 261), false, 'later than that')
      assert.equal(await sweepAt(two, 321), true)
      assert.equal(await sweepAt(one, 320), false, 'earlier than the one before')
      assert.equal(await sweepAt(two, 321), false)
      assert.equal(await sweepAt(one, 380), true)
    },
  },
  {
    name: 'setTrashed is never earlier than the last trusted sweep',
    async run(fixture) {
      const { metadata, clock } = fixture
      await trustedAt(fixture, 2 * DAY)
      const asset = await trashedAt(fixture, 0)
      assert.equal(asset.trashedAt, at(2 * DAY))
      clock.set(1)
      const [active] = await metadata.assets.setTrashed({ tenant, ids: [asset.id], to: 'active' })
      assert.equal(active?.updatedAt, at(1))
      assert.equal((await trashedAt(fixture, 3 * DAY)).trashedAt, at(3 * DAY))
    },
  },
]
