import assert from 'node:assert/strict'
import { blobKeysOf } from '../asset/asset.ts'
import { HOLD_PREFIX, type MetadataStore } from '../ports/metadata-store.ts'
import type { ContractCase } from './contract.ts'
import type { MetadataWorld } from './metadata-contract.ts'
import {
  at,
  listed,
  newAsset,
  newVariant,
  purged,
  refuses,
  stored,
  storedOne,
  twoStores,
} from './metadata-fixture.ts'

const tenant = 'default'

/** Stores an asset of the tenant and trashes it at that time. */
async function trashedAt(metadata: MetadataStore, seconds: number, of = tenant) {
  const { id } = await storedOne(metadata, { variants: [newVariant()] }, of)
  const [asset] = await metadata.move({ tenant: of, ids: [id], at: at(seconds), to: 'trash' })
  return asset ?? assert.fail()
}

const hold = (metadata: MetadataStore, until: number) =>
  metadata.lease({ name: `${HOLD_PREFIX}copy`, holder: 'me', now: at(0), until: at(until) })

export const retentionCases: readonly ContractCase<MetadataWorld>[] = [
  {
    name: 'purge of what was trashed before a time reaches every tenant, the longest trashed first',
    async run({ metadata }) {
      const second = await trashedAt(metadata, 20)
      const first = await trashedAt(metadata, 10, 'other')
      const late = await trashedAt(metadata, 30)
      const active = await storedOne(metadata)
      const request = { trashedBefore: at(30), limit: 10, at: at(40) }
      const { assets, held } = await metadata.purge(request)
      assert.deepEqual(assets, [first, second])
      assert.equal(held, false)
      assert.deepEqual(await listed(metadata, { trashed: true }), { ids: [late.id], total: 1 })
      assert.deepEqual(await listed(metadata), { ids: [active.id], total: 1 })
      assert.deepEqual(await listed(metadata, { tenant: 'other', trashed: true }), {
        ids: [],
        total: 0,
      })
      assert.deepEqual(await metadata.purge(request), { assets: [], held: false })
    },
  },
  {
    name: 'purge of what was trashed before a time takes at most the limit',
    async run({ metadata }) {
      const first = await trashedAt(metadata, 10)
      const second = await trashedAt(metadata, 20)
      const request = { trashedBefore: at(99), limit: 1, at: at(99) }
      assert.deepEqual((await metadata.purge(request)).assets, [first])
      assert.deepEqual((await metadata.purge(request)).assets, [second])
    },
  },
  {
    name: 'purge of what was trashed before a time claims the blob keys, and frees the quota',
    async run({ metadata }) {
      const asset = await trashedAt(metadata, 10)
      await metadata.purge({ trashedBefore: at(11), limit: 9, at: at(50) })
      assert.deepEqual(await metadata.claim({ dueAt: at(49), limit: 9 }), [])
      const due = await metadata.claim({ dueAt: at(50), limit: 9 })
      assert.deepEqual([...due].sort(), blobKeysOf(asset).sort())
      const next = newAsset({ size: 100 })
      await metadata.reserve([next.blobKey], at(3600))
      await metadata.insert({ tenant, assets: [next], keyId: null, quota: 100 })
    },
  },
  {
    name: 'what was so purged counts as done for a purge of its id, in its tenant only',
    async run({ metadata }) {
      const { id } = await trashedAt(metadata, 10)
      await metadata.purge({ trashedBefore: at(11), limit: 9, at: at(50) })
      const purge = (of: string) =>
        metadata.purge({ tenant: of, ids: [id], at: at(51), doneSince: at(50) })
      assert.deepEqual((await purge(tenant)).assets, [])
      await refuses(purge('other'), 'asset_not_found')
    },
  },
  {
    name: 'what is restored and purged by age at the same time is either active or gone',
    async run(world) {
      const [one, two] = await twoStores(world)
      const assets = await stored(
        one,
        Array.from({ length: 20 }, () => newAsset()),
      )
      const ids = assets.map(({ id }) => id)
      await one.move({ tenant, ids, at: at(1), to: 'trash' })
      const restores = ids.map((id) =>
        two.move({ tenant, ids: [id], at: at(3), to: 'active' }).then(
          () => [id],
          () => [],
        ),
      )
      const purges = ids.map(() => one.purge({ trashedBefore: at(2), limit: 1, at: at(3) }))
      const restored = (await Promise.all(restores)).flat()
      const gone = (await Promise.all(purges)).flatMap((purge) => purge.assets.map(({ id }) => id))
      assert.deepEqual([...restored, ...gone].sort(), [...ids].sort())
      assert.deepEqual([...(await listed(two)).ids].sort(), restored.sort())
    },
  },
  {
    name: 'as long as a hold lasts, nothing is due, and purge says that it is held',
    async run({ metadata }) {
      const kept = await storedOne(metadata)
      const [asset, other] = [await trashedAt(metadata, 1), await trashedAt(metadata, 2)]
      await metadata.reserve(['abandoned'], at(1))
      assert.equal(await hold(metadata, 100), true)
      const byAge = { trashedBefore: at(2), limit: 9, at: at(10) }
      assert.deepEqual(await metadata.purge(byAge), { assets: [asset], held: true })
      const byIds = { tenant, ids: [other.id], at: at(99), doneSince: at(0) }
      assert.deepEqual(await metadata.purge(byIds), { assets: [other], held: true })
      assert.deepEqual(await metadata.claim({ dueAt: at(99), limit: 9 }), [])
      assert.deepEqual(await metadata.claim({ keys: ['abandoned'] }), ['abandoned'])
      const due = await metadata.claim({ dueAt: at(100), limit: 9 })
      const keys = [...blobKeysOf(asset), ...blobKeysOf(other), 'abandoned']
      assert.deepEqual([...due].sort(), keys.sort())
      await metadata.move({ tenant, ids: [kept.id], at: at(100), to: 'trash' })
      const after = { tenant, ids: [kept.id], at: at(100), doneSince: at(0) }
      assert.equal((await metadata.purge(after)).held, false)
    },
  },
  {
    name: 'a hold that is given back, and a lease of another name, hold nothing',
    async run({ metadata }) {
      await metadata.reserve(['key'], at(1))
      await metadata.lease({ name: 'holder', holder: 'me', now: at(0), until: at(100) })
      await hold(metadata, 100)
      await hold(metadata, 0)
      assert.deepEqual(await metadata.claim({ dueAt: at(1), limit: 9 }), ['key'])
    },
  },
  {
    name: 'a hold of one store holds every store',
    async run(world) {
      const [one, two] = await twoStores(world)
      await one.reserve(['key'], at(1))
      await hold(one, 100)
      assert.deepEqual(await two.claim({ dueAt: at(1), limit: 9 }), [])
    },
  },
  {
    name: 'forget forgets what was purged before that time',
    async run({ metadata }) {
      const early = await storedOne(metadata)
      const late = await storedOne(metadata)
      await purged(metadata, [early], at(10))
      await purged(metadata, [late], at(20))
      await metadata.forget({ purgedBefore: at(20), now: at(20) })
      const purge = (id: string) =>
        metadata.purge({ tenant, ids: [id], at: at(30), doneSince: at(0) })
      assert.deepEqual((await purge(late.id)).assets, [])
      await refuses(purge(early.id), 'asset_not_found')
    },
  },
  {
    name: 'forget forgets upload marks and leases that have expired, and no others',
    async run({ metadata }) {
      const mark = async (key: string, expires: number) => {
        const asset = newAsset()
        await metadata.reserve([asset.blobKey], at(3600))
        const once = { key, digest: 'd', expiresAt: at(expires) }
        return metadata.insert({ tenant, assets: [asset], keyId: null, quota: null, once })
      }
      const lease = (name: string, holder: string, until: number) =>
        metadata.lease({ name, holder, now: at(0), until: at(until) })
      await mark('old', 50)
      await mark('young', 51)
      await lease('old', 'a', 50)
      await lease('young', 'a', 51)
      await metadata.forget({ purgedBefore: at(0), now: at(50) })
      // As of a clock that lags behind, at which none of them has expired.
      await mark('old', 60)
      await refuses(mark('young', 60), 'upload_repeated')
      assert.equal(await lease('old', 'b', 60), true)
      assert.equal(await lease('young', 'b', 60), false)
    },
  },
]
