import assert from 'node:assert/strict'
import { isStowageError } from '@stowage/core'
import { blobKeysOf, MAX_LEASE } from '@stowage/core/internal'
import type { ContractCase } from '../contract/contract.ts'
import {
  at,
  HOUR,
  listed,
  newAsset,
  newKey,
  refuses,
  stored,
  storedOne,
  twoStores,
} from './fixture.ts'
import type { MetadataFixture } from './metadata-fixture.ts'

const tenant = 'default'
/** In seconds. */
const DAY = 86_400

export const concurrencyCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'parallel inserts, from two stores, are numbered densely',
    async run(fixture) {
      const [one, two] = await twoStores(fixture)
      const results = await Promise.all(
        Array.from({ length: 60 }, (_, n) =>
          stored(
            n % 2 === 0 ? one : two,
            Array.from({ length: (n % 3) + 1 }, () => newAsset()),
          ),
        ),
      )
      const assets = results.flat().sort((a, b) => a.seq - b.seq)
      assert.deepEqual(
        assets.map(({ seq }) => seq),
        Array.from({ length: 120 }, (_, n) => n + 1),
      )
      for (const request of results) {
        const [first] = request
        assert.deepEqual(
          request.map(({ seq }) => seq - (first?.seq ?? 0)),
          request.map((_, index) => index),
        )
      }
      const newestFirst = assets.map(({ id }) => id).toReversed()
      assert.deepEqual(await listed(two), { ids: newestFirst, total: 120 })
    },
  },
  {
    name: 'parallel inserts do not pass the quota together',
    async run(fixture) {
      const stores = await twoStores(fixture)
      const inserts = Array.from({ length: 20 }, async (_, n) => {
        const metadata = stores[n % 2] ?? fixture.metadata
        const assets = [newAsset({ size: 100 })]
        await metadata.blobs.reserve(assets.flatMap(blobKeysOf), { lifetime: HOUR })
        return metadata.assets.insert({ tenant, assets, keyId: null, quota: 750 })
      })
      const results = await Promise.allSettled(inserts)
      const refused = results.filter(({ status }) => status === 'rejected')
      assert.equal(results.length - refused.length, 7)
      for (const result of refused) {
        assert.ok(result.status === 'rejected' && isStowageError(result.reason, 'quota_exceeded'))
      }
      assert.equal((await listed(fixture.metadata)).total, 7)
    },
  },
  {
    name: 'parallel makers of keys do not pass the limit together, nor make one with a key that was revoked',
    async run(fixture) {
      const stores = await twoStores(fixture)
      const makerId = newKey().id
      await fixture.metadata.apiKeys.create(newKey({ id: makerId }))
      const makes = Array.from({ length: 20 }, (_, n) =>
        (stores[n % 2] ?? fixture.metadata).apiKeys.create(newKey(), { limit: 8, makerId }),
      )
      const results = await Promise.allSettled(makes)
      const refused = results.filter(({ status }) => status === 'rejected')
      assert.equal(results.length - refused.length, 7)
      for (const result of refused) {
        assert.ok(result.status === 'rejected' && isStowageError(result.reason, 'too_many_keys'))
      }
      assert.equal((await fixture.metadata.apiKeys.list(tenant)).length, 8)
      const [one, two] = stores
      await one.apiKeys.update({ tenant, id: makerId, changes: { revokedAt: at(0) } })
      await refuses(two.apiKeys.create(newKey(), { makerId }), 'key_revoked')
    },
  },
  {
    name: 'of an insert and a claim of the same key exactly one wins',
    async run(fixture) {
      const [one, two] = await twoStores(fixture)
      await Promise.all(
        Array.from({ length: 40 }, async (_, n) => {
          const asset = newAsset()
          const keys = [asset.blobKey]
          await one.blobs.reserve(keys, { lifetime: 10_000 })
          const insert = () =>
            one.assets.insert({ tenant, assets: [asset], keyId: null, quota: null }).then(
              () => true,
              () => false,
            )
          const claim = () => two.blobs.claim({ keys }).then((claimed) => claimed.length === 1)
          // Started in either order.
          const [first, second] = await Promise.all(
            n % 2 === 0 ? [insert(), claim()] : [claim(), insert()],
          )
          assert.notEqual(first, second)
          const inserted = n % 2 === 0 ? first : second
          assert.equal((await one.assets.get({ id: asset.id })) !== null, inserted)
        }),
      )
    },
  },
  {
    name: 'a write that is refused leaves the writes made at the same time alone',
    async run({ metadata }) {
      const kept = await storedOne(metadata)
      const fine = newAsset()
      await metadata.blobs.reserve([fine.blobKey], { lifetime: 10_000 })
      const results = await Promise.allSettled([
        metadata.assets.update({ tenant, id: kept.id, changes: { name: 'one.jpg' } }),
        metadata.assets.insert({ tenant, assets: [newAsset()], keyId: null, quota: null }),
        metadata.assets.insert({ tenant, assets: [fine], keyId: null, quota: null }),
        metadata.assets.setTrashed({ tenant, ids: [kept.id, newAsset().id], to: 'trash' }),
        metadata.apiKeys.create(newKey({ id: 'twice' })),
        metadata.apiKeys.create(newKey({ id: 'twice' })),
      ])
      const statuses = results.map(({ status }) => status)
      assert.deepEqual(statuses.slice(0, 4), ['fulfilled', 'rejected', 'fulfilled', 'rejected'])
      // The port does not promise the order of the two keys.
      assert.deepEqual(statuses.slice(4).sort(), ['fulfilled', 'rejected'])
      assert.equal((await metadata.assets.get({ id: kept.id }))?.name, 'one.jpg')
      assert.deepEqual(await listed(metadata), { ids: [fine.id, kept.id], total: 2 })
    },
  },
  {
    name: 'assets trashed and purged twice in parallel move, and are deleted, once',
    async run(fixture) {
      const [one, two] = await twoStores(fixture)
      const assets = await stored(
        one,
        Array.from({ length: 20 }, () => newAsset()),
      )
      const ids = assets.map(({ id }) => id)
      const request = { tenant }
      const moves = await Promise.all([
        one.assets.setTrashed({ ...request, ids, to: 'trash' }),
        two.assets.setTrashed({ ...request, ids: ids.toReversed(), to: 'trash' }),
      ])
      assert.equal(moves.flat().length, 20)
      const purges = await Promise.all([
        one.assets.purge({ ...request, ids, doneWithin: HOUR }),
        two.assets.purge({ ...request, ids: ids.toReversed(), doneWithin: HOUR }),
      ])
      assert.equal(purges.flatMap(({ assets }) => assets).length, 20)
      assert.deepEqual(await listed(one, { trashed: true }), { ids: [], total: 0 })
    },
  },
  {
    name: 'a read sees every write that resolved before it began, of every store',
    async run(fixture) {
      const [one, two] = await twoStores(fixture)
      for (let n = 1; n <= 20; n += 1) {
        const asset = await storedOne(n % 2 === 0 ? one : two)
        for (const metadata of [one, two]) {
          assert.deepEqual(await metadata.assets.get({ id: asset.id }), asset)
          assert.equal((await listed(metadata)).total, n)
        }
      }
    },
  },
  {
    name: 'a revoked key is refused by the next insert of every store',
    async run(fixture) {
      const [one, two] = await twoStores(fixture)
      const key = newKey()
      await one.apiKeys.create(key)
      const asset = newAsset()
      await two.blobs.reserve([asset.blobKey], { lifetime: 10_000 })
      await one.apiKeys.update({ tenant, id: key.id, changes: { revokedAt: at(0) } })
      await refuses(
        two.assets.insert({ tenant, assets: [asset], keyId: key.id, quota: null }),
        'key_revoked',
      )
    },
  },
  {
    name: 'a lease has one holder at a time: it is renewed, runs out, and can be given back',
    async run({ metadata, clock }) {
      const lease = (holder: string, now: number, until: number, name = 'sweep') => {
        clock.set(now)
        return metadata.leases.acquire({ name, holder, duration: (until - now) * 1000 })
      }
      assert.equal(await lease('a', 0, 10), true)
      assert.equal(await lease('b', 9, 20), false)
      assert.equal(await lease('b', 9, 20, 'backup'), true)
      assert.equal(await lease('a', 5, 15), true, 'renewed')
      assert.equal(await lease('b', 14, 20), false)
      assert.equal(await lease('b', 15, 25), true, 'ran out')
      await metadata.leases.release({ name: 'sweep', holder: 'a' })
      assert.equal(await lease('a', 16, 30), false, 'nothing of one’s own to give back')
      await metadata.leases.release({ name: 'sweep', holder: 'b' })
      assert.equal(await lease('a', 17, 30), true, 'given back')
    },
  },
  {
    name: 'of many that ask for a lease at once one gets it',
    async run(fixture) {
      const stores = await twoStores(fixture)
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, n) =>
          (stores[n % 2] ?? fixture.metadata).leases.acquire({
            name: 'sweep',
            holder: `holder ${n}`,
            duration: 10_000,
          }),
        ),
      )
      assert.equal(answers.filter((had) => had).length, 1)
    },
  },
  {
    name: 'a lease lasts no longer than the longest there is',
    async run({ metadata }) {
      for (const duration of [MAX_LEASE + 1, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
        await refuses(
          metadata.leases.acquire({ name: 'x', holder: 'a', duration }),
          'invalid_argument',
        )
      }
      assert.equal(
        await metadata.leases.acquire({ name: 'x', holder: 'a', duration: MAX_LEASE }),
        true,
      )
      assert.equal(await metadata.leases.acquire({ name: 'x', holder: 'b', duration: 1 }), false)
    },
  },
  {
    name: 'a lease that a clock of the future has written counts as expired',
    async run(fixture) {
      const { clock } = fixture
      const [one, two] = await twoStores(fixture)
      clock.set(DAY)
      assert.equal(await one.leases.acquire({ name: 'x', holder: 'a', duration: 60_000 }), true)
      clock.set(0)
      assert.equal(await two.leases.acquire({ name: 'x', holder: 'b', duration: 60_000 }), true)
      assert.equal(await one.leases.acquire({ name: 'x', holder: 'a', duration: 60_000 }), false)
    },
  },
]
