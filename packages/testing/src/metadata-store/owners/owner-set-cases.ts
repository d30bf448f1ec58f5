import assert from 'node:assert/strict'
import { MAX_PER_FIELD, MAX_PER_OWNER } from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import type { UnownedFate } from '@stowage/core/types'
import type { ContractCase } from '../../contract/contract.ts'
import { at, HOUR, listed, newAsset, refuses, storedOne } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'
import { attached, attachedIds, post, storedMany } from './owner-fixture.ts'

const tenant = 'default'
const UNKNOWN = '01890000-0000-7000-8000-000000000000'

/** Sets the field `files` of post 1 to these assets. */
function set(metadata: MetadataStore, ids: readonly string[], unowned: UnownedFate = 'keep') {
  return metadata.owners.set({ tenant, ids, owner: post('1'), unowned })
}

async function fourIds(
  metadata: MetadataStore,
): Promise<readonly [string, string, string, string]> {
  const assets = await storedMany(metadata, 4)
  return assets.map(({ id }) => id) as [string, string, string, string]
}

/** Sets an owner's field to exactly these assets, and takes assets out of a field. */
export const ownerSetCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'set attaches what is missing, detaches the rest, and keeps the order given',
    async run({ metadata, clock }) {
      const [a, b, c, d] = await fourIds(metadata)
      await attached(metadata, [a, b, c], post('1'))
      await attached(metadata, [c], post('2'))
      clock.set(9)
      const report = await set(metadata, [d, b, a])
      assert.deepEqual(
        report.assets.map(({ id }) => id),
        [d, b, a],
      )
      assert.deepEqual(
        report.attached.map(({ id }) => id),
        [d],
      )
      assert.deepEqual([report.detached, report.assetIds, report.unowned], [1, [c], []])
      assert.deepEqual(await attachedIds(metadata, post('1')), [d, b, a])
      assert.deepEqual(await attachedIds(metadata, post('2')), [c])
      const timesOf = async (id: string) => {
        const owners = await metadata.owners.ownersOf({ tenant, id, after: null, limit: 9 })
        return owners?.map(({ attachedAt }) => attachedAt)
      }
      assert.deepEqual(await timesOf(d), [at(9)])
      assert.notDeepEqual(await timesOf(a), [at(9)])
      await attached(metadata, [c], post('1'))
      assert.deepEqual(await attachedIds(metadata, post('1')), [d, b, a, c])
    },
  },
  {
    name: 'attach and set with uploadedBy take the uploads of that creator, and what the field has already',
    async run({ metadata }) {
      const of = async (createdBy: string | null) => (await storedOne(metadata, { createdBy })).id
      const [own, next] = [await of('ann'), await of('ann')]
      const [foreign, present, trashed] = [await of('bob'), await of(null), await of('bob')]
      await attached(metadata, [present], post('1'))
      await metadata.assets.setTrashed({ tenant, ids: [trashed], to: 'trash' })
      const by = { tenant, owner: post('1'), uploadedBy: 'ann', unowned: 'keep' } as const
      for (const method of ['attach', 'set'] as const) {
        const refused = metadata.owners[method]({ ...by, ids: [own, trashed, UNKNOWN, foreign] })
        const missing = await refused.then(
          () => null,
          (error: Error & { context: object }) => error,
        )
        assert.deepEqual(missing?.context, { ids: [trashed, UNKNOWN, foreign] })
        assert.doesNotMatch(missing?.message ?? '', /trash/)
      }
      assert.deepEqual(await attachedIds(metadata, post('1')), [present])
      await metadata.owners.attach({ ...by, ids: [present, own] })
      assert.deepEqual(await attachedIds(metadata, post('1')), [present, own])
      await metadata.owners.set({ ...by, ids: [next, present] })
      assert.deepEqual(await attachedIds(metadata, post('1')), [next, present])
      const nobody = { ...by, tenant: 'nobody', ids: [own] }
      await refuses(metadata.owners.attach(nobody), 'asset_not_found', { ids: [own] })
    },
  },
  {
    name: 'set of what a field has changes nothing, and of no ids empties it',
    async run({ metadata }) {
      const [a, b] = await fourIds(metadata)
      await set(metadata, [a, b])
      const again = await set(metadata, [a, b], 'purge')
      assert.deepEqual([again.attached, again.detached, again.unowned], [[], 0, []])
      const { detached, unowned } = await set(metadata, [])
      assert.deepEqual([detached, unowned], [2, [a, b]])
      assert.deepEqual(await attachedIds(metadata, post('1')), [])
      const nobody = { tenant: 'nobody', ids: [], owner: post('1'), unowned: 'purge' as const }
      assert.equal((await metadata.owners.set(nobody)).detached, 0)
      await refuses(metadata.owners.set({ ...nobody, ids: [a] }), 'asset_not_found', { ids: [a] })
    },
  },
  {
    name: 'set keeps, trashes or purges what belongs to no owner any more, also from the trash',
    async run({ metadata }) {
      const [own, trashed, shared, next] = await fourIds(metadata)
      await attached(metadata, [shared], post('2'))
      const before = async () => {
        await metadata.assets.setTrashed({ tenant, ids: [own, trashed], to: 'active' })
        await set(metadata, [own, trashed, shared])
        await metadata.assets.setTrashed({ tenant, ids: [trashed], to: 'trash' })
      }
      await before()
      const kept = await set(metadata, [next])
      assert.deepEqual([kept.detached, kept.unowned], [3, [own, trashed]])
      assert.deepEqual([kept.trashed, kept.purged.assets], [[], []])
      await before()
      const binned = await set(metadata, [next], 'trash')
      assert.deepEqual(
        binned.trashed.map(({ id }) => id),
        [own],
      )
      await before()
      const { purged } = await set(metadata, [next], 'purge')
      assert.deepEqual(purged.assets.map(({ id }) => id).sort(), [own, trashed].sort())
      assert.deepEqual([...(await listed(metadata)).ids].sort(), [shared, next].sort())
      assert.deepEqual(await metadata.assets.usage(tenant), { assets: 2, bytes: 2000 })
    },
  },
  {
    name: 'set takes all or nothing: one unknown asset, or one in the trash, and nothing is detached',
    async run({ metadata }) {
      const [a, b, trashed] = await fourIds(metadata)
      await set(metadata, [a, trashed])
      await metadata.assets.setTrashed({ tenant, ids: [trashed], to: 'trash' })
      const refused = set(metadata, [UNKNOWN, b, trashed], 'purge')
      await refuses(refused, 'asset_not_found', { ids: [UNKNOWN, trashed] })
      await assert.rejects(set(metadata, [trashed]), /is in the trash\. Restore it first/)
      await assert.rejects(set(metadata, [UNKNOWN]), /Pass the id of an asset of this tenant/)
      await metadata.assets.setTrashed({ tenant, ids: [trashed], to: 'active' })
      assert.deepEqual(await attachedIds(metadata, post('1')), [a, trashed])
    },
  },
  {
    name: 'set lets pending assets stay',
    async run({ metadata }) {
      const pending = newAsset()
      await metadata.blobs.reserve([pending.blobKey], { lifetime: HOUR })
      const insert = { tenant, assets: [pending], keyId: null, quota: null, pendingFor: HOUR }
      await metadata.assets.insert(insert)
      const { assets } = await set(metadata, [pending.id])
      assert.deepEqual(
        assets.map(({ id, pendingUntil }) => [id, pendingUntil]),
        [[pending.id, null]],
      )
      assert.equal((await metadata.assets.get({ id: pending.id }))?.pendingUntil, null)
    },
  },
  {
    name: 'set of a scope leaves what others have attached in its place, and tells nothing of it',
    async run({ metadata }) {
      const scope = { createdBy: 'ann' }
      const hers = await Promise.all([1, 2, 3].map(() => storedOne(metadata, scope)))
      const [a, b, c] = hers.map(({ id }) => id) as [string, string, string]
      const { id: other } = await storedOne(metadata, { createdBy: 'bob' })
      await attached(metadata, [a, other, b], post('1'))
      const scoped = { tenant, owner: post('1'), scope, unowned: 'purge' as const }
      const report = await metadata.owners.set({ ...scoped, ids: [b, c] })
      assert.deepEqual([report.detached, report.unowned], [1, [a]])
      assert.deepEqual(await attachedIds(metadata, post('1')), [b, other, c])
      await metadata.owners.set({ ...scoped, ids: [] })
      assert.deepEqual(await attachedIds(metadata, post('1')), [other])
      await metadata.assets.setTrashed({ tenant, ids: [other], to: 'trash' })
      const refused = metadata.owners.set({ ...scoped, ids: [other] })
      await assert.rejects(refused, /There is no such asset/)
    },
  },
  {
    name: 'set counts against the limits what the field has then',
    async run({ metadata }) {
      const assets = await storedMany(metadata, MAX_PER_FIELD + 1)
      const ids = assets.map(({ id }) => id)
      await set(metadata, ids.slice(1))
      await set(metadata, ids.slice(0, MAX_PER_FIELD))
      await refuses(set(metadata, ids), 'too_many_attachments', { limit: MAX_PER_FIELD })
      for (let field = 1; field < MAX_PER_OWNER / MAX_PER_FIELD; field += 1) {
        await attached(metadata, ids.slice(1), post('1', String(field)))
      }
      await set(metadata, ids.slice(1))
      const more = {
        tenant,
        ids: ids.slice(0, 1),
        owner: post('1', 'more'),
        unowned: 'keep',
      } as const
      await refuses(metadata.owners.set(more), 'too_many_attachments', { limit: MAX_PER_OWNER })
    },
  },
  {
    name: 'detach keeps, trashes or purges what it took and no owner has, and nothing else',
    async run({ metadata }) {
      const [own, second, shared, beside] = await fourIds(metadata)
      await attached(metadata, [own, second, shared], post('1'))
      await attached(metadata, [shared], post('1', 'cover'))
      const detach = (ids: readonly string[], unowned: UnownedFate) =>
        metadata.owners.detach({ tenant, ids, owner: post('1'), unowned })
      const binned = await detach([own, beside], 'trash')
      assert.deepEqual([binned.detached, binned.assetIds, binned.unowned], [1, [own], [own]])
      assert.deepEqual(
        binned.trashed.map(({ id }) => id),
        [own],
      )
      const gone = await detach([second, shared, beside], 'purge')
      assert.deepEqual([gone.detached, gone.unowned], [2, [second]])
      assert.deepEqual(
        gone.purged.assets.map(({ id }) => id),
        [second],
      )
      assert.deepEqual([...(await listed(metadata)).ids].sort(), [shared, beside].sort())
    },
  },
]
