import assert from 'node:assert/strict'
import { blobKeysOf } from '../../model/asset.ts'
import { HOLD_PREFIX } from '../../model/lease-time.ts'
import type { MetadataStore } from '../../ports/metadata-store.ts'
import type { ContractCase } from '../contract.ts'
import {
  at,
  claimedAt,
  HOUR,
  listed,
  newAsset,
  newVariant,
  purged,
  refuses,
  stored,
  storedOne,
  trustedAt,
  twoStores,
} from './fixture.ts'
import type { MetadataFixture } from './metadata-fixture.ts'

const tenant = 'default'
/** In seconds. */
const DAY = 86_400

/** Stores an asset of the tenant and trashes it at that time. */
async function trashedAt({ metadata, clock }: MetadataFixture, seconds: number, of = tenant) {
  const { id } = await storedOne(metadata, { variants: [newVariant()] }, of)
  clock.set(seconds)
  const [asset] = await metadata.assets.setTrashed({ tenant: of, ids: [id], to: 'trash' })
  return asset ?? assert.fail()
}

const copying = { name: `${HOLD_PREFIX}copy`, holder: 'me' }

const hold = (metadata: MetadataStore, duration: number) =>
  metadata.leases.acquire({ ...copying, duration })

export const retentionCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'purge by age reaches every tenant, the longest trashed first',
    async run(fixture) {
      const { metadata } = fixture
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
      assert.equal((await purge()).assets.length, 1)
    },
  },
  {
    name: 'purge by age measures at the last trusted sweep, even when the clock leaps after it',
    async run(fixture) {
      const { metadata, clock } = fixture
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
  {
    name: 'as long as a hold lasts, nothing is due, and purge says that it is held',
    async run(fixture) {
      const { metadata, clock } = fixture
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
  {
    name: 'pruneExpired forgets what was purged longer ago',
    async run({ metadata, clock }) {
      const early = await storedOne(metadata)
      const late = await storedOne(metadata)
      clock.set(10)
      await purged(metadata, [early])
      clock.set(20)
      await purged(metadata, [late])
      clock.set(30)
      assert.equal(await metadata.sweeps.pruneExpired({ purgedFor: 10_000, limit: 9 }), false)
      const purge = (id: string) => metadata.assets.purge({ tenant, ids: [id], doneWithin: HOUR })
      assert.deepEqual((await purge(late.id)).assets, [])
      await refuses(purge(early.id), 'asset_not_found')
    },
  },
  {
    name: 'pruneExpired forgets idempotency records and leases that have expired, and no others',
    async run({ metadata, clock }) {
      const mark = async (key: string, lifetime: number) => {
        const asset = newAsset()
        await metadata.blobs.reserve([asset.blobKey], { lifetime: HOUR })
        const once = { key, digest: 'd', lifetime }
        return metadata.assets.insert({
          tenant,
          assets: [asset],
          keyId: null,
          quota: null,
          idempotency: once,
        })
      }
      const lease = (name: string, holder: string, duration: number) =>
        metadata.leases.acquire({ name, holder, duration })
      await mark('old', 50_000)
      await mark('young', 51_000)
      await lease('old', 'a', 50_000)
      await lease('young', 'a', 51_000)
      clock.set(50)
      await metadata.sweeps.pruneExpired({ purgedFor: 0, limit: 9 })
      // As of a clock that lags behind, at which none of them has expired.
      clock.set(0)
      await mark('old', 60_000)
      assert.notEqual((await mark('young', 60_000)).replayOf, null)
      assert.equal(await lease('old', 'b', 60_000), true)
      assert.equal(await lease('young', 'b', 60_000), false)
    },
  },
  {
    name: 'pruneExpired forgets at most the limit of each kind, and says whether there may be more',
    async run({ metadata, clock }) {
      const assets = await stored(
        metadata,
        Array.from({ length: 5 }, () => newAsset()),
      )
      await purged(metadata, assets)
      clock.set(10)
      const prune = () => metadata.sweeps.pruneExpired({ purgedFor: 1000, limit: 2 })
      const remembered = async () => {
        const known = await Promise.all(
          assets.map(({ id }) =>
            metadata.assets.purge({ tenant, ids: [id], doneWithin: HOUR }).then(
              () => true,
              () => false,
            ),
          ),
        )
        return known.filter((is) => is).length
      }
      assert.equal(await prune(), true)
      assert.equal(await remembered(), 3)
      assert.equal(await prune(), true)
      assert.equal(await prune(), false)
      assert.equal(await remembered(), 0)
    },
  },
]
