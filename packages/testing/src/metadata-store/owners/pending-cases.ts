import assert from 'node:assert/strict'
import type { Asset } from '@stowage/core'
import { blobKeysOf } from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import type { ContractCase } from '../../contract/contract.ts'
import { newContent, replace, restore, versionBytes } from '../contents/version-fixture.ts'
import {
  at,
  claimedAt,
  HOUR,
  listed,
  newAsset,
  refuses,
  storedOne,
  trustedAt,
  twoStores,
} from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'
import { attached, attachedIds, post } from './owner-fixture.ts'

const tenant = 'default'
/** In seconds. */
const DAY = 86_400
const EXPIRED = { expired: true, limit: 9 } as const

/** Stores assets that are pending for this many seconds. */
async function pending(metadata: MetadataStore, seconds: number, count = 1, of = tenant) {
  const assets = Array.from({ length: count }, () => newAsset())
  await metadata.blobs.reserve(assets.flatMap(blobKeysOf), { lifetime: HOUR })
  const request = { tenant: of, assets, keyId: null, quota: null, pendingFor: seconds * 1000 }
  return (await metadata.assets.insert(request)).assets
}

function idsOf(assets: readonly Asset[]): readonly string[] {
  return assets.map(({ id }) => id)
}

/** Assets that are purged because nobody attached or kept them. */
export const pendingCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'what is pending expires, in every tenant, the longest expired first',
    async run(fixture) {
      const { metadata, clock } = fixture
      await trustedAt(fixture, -2 * DAY)
      clock.set(0)
      const stays = await storedOne(metadata)
      const [second] = await pending(metadata, 20)
      const [first] = await pending(metadata, 10, 1, 'other')
      const [later] = await pending(metadata, 200)
      assert.ok(second && first && later)
      assert.equal(second.pendingUntil, at(20))
      assert.deepEqual(await metadata.assets.get({ id: second.id }), second)
      await metadata.assets.setTrashed({ tenant, ids: [second.id], to: 'trash' })
      clock.set(100)
      assert.deepEqual((await metadata.assets.purge(EXPIRED)).assets, [], 'no sweep since')
      await trustedAt(fixture, 100)
      const one = await metadata.assets.purge({ ...EXPIRED, limit: 1 })
      assert.deepEqual(one.assets, [first])
      const { assets } = await metadata.assets.purge(EXPIRED)
      assert.deepEqual(idsOf(assets), [second.id])
      assert.deepEqual((await metadata.assets.purge(EXPIRED)).assets, [])
      assert.deepEqual(await listed(metadata), { ids: [later.id, stays.id], total: 2 })
      assert.deepEqual(await metadata.assets.usage(tenant), { assets: 2, bytes: 2000 })
      const due = await claimedAt(fixture, 100)
      assert.deepEqual([...due].sort(), [first, second].flatMap(blobKeysOf).sort())
      await refuses(metadata.assets.keep({ tenant, ids: [second.id] }), 'asset_not_found')
    },
  },
  {
    name: 'what is attached or kept stays, also once it is detached',
    async run(fixture) {
      const { metadata } = fixture
      await trustedAt(fixture, -2 * DAY)
      const all = await pending(metadata, 10, 4)
      const [kept, owned, left, trashed] = idsOf(all) as [string, string, string, string]
      const records = await metadata.assets.keep({ tenant, ids: [kept] })
      assert.deepEqual(records, [{ ...all[0], pendingUntil: null }])
      assert.deepEqual(await metadata.assets.keep({ tenant, ids: [kept] }), [])
      await metadata.assets.setTrashed({ tenant, ids: [trashed], to: 'trash' })
      const ids = [trashed]
      await refuses(metadata.assets.keep({ tenant, ids: [left, ...ids] }), 'asset_not_found', {
        ids,
      })
      assert.deepEqual(await attached(metadata, [owned], post('1')), [
        { ...all[1], pendingUntil: null },
      ])
      await attached(metadata, [kept], post('1'))
      const detach = { tenant, ids: [kept], owner: post('1'), unowned: 'keep' } as const
      assert.equal((await metadata.owners.detach(detach)).detached, 1)
      await trustedAt(fixture, 100)
      const { assets } = await metadata.assets.purge(EXPIRED)
      assert.deepEqual([...idsOf(assets)].sort(), [left, trashed].sort())
      assert.deepEqual(await attachedIds(metadata, post('1')), [owned])
    },
  },
  {
    name: 'what is pending gets another content, and an earlier one again, and expires all the same',
    async run(fixture) {
      const { metadata, clock } = fixture
      await trustedAt(fixture, -2 * DAY)
      clock.set(0)
      const [asset] = await pending(metadata, 10)
      assert.ok(asset)
      const after = await replace(metadata, asset, newContent())
      assert.deepEqual([after.size, after.pendingUntil], [300, at(10)])
      const [version] = await metadata.versions.list(asset.id)
      const restored = await restore(metadata, asset, version?.id ?? '')
      assert.deepEqual([restored.size, restored.pendingUntil], [1000, at(10)])
      clock.set(100)
      await trustedAt(fixture, 100)
      assert.deepEqual(idsOf((await metadata.assets.purge(EXPIRED)).assets), [asset.id])
      assert.equal(await versionBytes(metadata, tenant), 0)
    },
  },
  {
    name: 'nothing pending expires in the first day after a sweep was trusted: clocks may have lagged',
    async run(fixture) {
      const { metadata, clock } = fixture
      clock.set(-2 * DAY)
      const [asset] = await pending(metadata, 10)
      assert.equal(asset?.pendingUntil, at(10 - 2 * DAY))
      await trustedAt(fixture, 100)
      assert.deepEqual((await metadata.assets.purge(EXPIRED)).assets, [])
      await trustedAt(fixture, DAY + 99)
      assert.deepEqual((await metadata.assets.purge(EXPIRED)).assets, [])
      await trustedAt(fixture, DAY + 100)
      assert.deepEqual((await metadata.assets.purge(EXPIRED)).assets, [asset])
    },
  },
  {
    name: 'what is pending expires by the last trusted sweep, and counts from it',
    async run(fixture) {
      const { metadata, clock } = fixture
      await trustedAt(fixture, -2 * DAY)
      await trustedAt(fixture, 1000)
      clock.set(1)
      const [asset] = await pending(metadata, 10)
      assert.equal(asset?.pendingUntil, at(1010), 'a clock that lags')
      clock.set(5000)
      assert.deepEqual((await metadata.assets.purge(EXPIRED)).assets, [], 'a clock that leapt')
      await trustedAt(fixture, 1011)
      assert.deepEqual((await metadata.assets.purge(EXPIRED)).assets, [asset])
    },
  },
  {
    name: 'what is attached and expires at the same time is either attached or gone',
    async run(fixture) {
      const [one, two] = await twoStores(fixture)
      await trustedAt(fixture, -2 * DAY)
      const ids = idsOf(await pending(one, 10, 20))
      await trustedAt(fixture, 100)
      const attaches = ids.map((id) =>
        attached(two, [id], post('1')).then(
          () => [id],
          () => [],
        ),
      )
      const purges = ids.map(() => one.assets.purge({ expired: true, limit: 1 }))
      const owned = (await Promise.all(attaches)).flat()
      const gone = (await Promise.all(purges)).flatMap(({ assets }) => idsOf(assets))
      assert.deepEqual([...owned, ...gone].sort(), [...ids].sort())
      assert.deepEqual([...(await attachedIds(one, post('1')))].sort(), owned.sort())
      assert.deepEqual([...(await listed(two)).ids].sort(), owned.sort())
    },
  },
]
