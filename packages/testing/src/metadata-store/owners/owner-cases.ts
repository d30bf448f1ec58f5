import assert from 'node:assert/strict'
import { MAX_PER_FIELD, MAX_PER_OWNER } from '@stowage/core/internal'
import type { ContractCase } from '../../contract/contract.ts'
import { at, listed, purged, refuses, storedOne } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'
import { attached, attachedIds, post, storedMany } from './owner-fixture.ts'

const tenant = 'default'
const UNKNOWN = '01890000-0000-7000-8000-000000000000'

/** Which assets belong to which owners. */
export const ownerCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'attach keeps the order given, adds at the end, and is idempotent',
    async run({ metadata, clock }) {
      const assets = await storedMany(metadata, 4)
      const [a, b, c, d] = assets.map(({ id }) => id) as [string, string, string, string]
      clock.set(7)
      const records = await attached(metadata, [c, a], post('1'))
      assert.deepEqual(records, [assets[2], assets[0]])
      await attached(metadata, [a, d, c, b], post('1'))
      await attached(metadata, [b], post('1', 'cover'))
      assert.deepEqual(await attachedIds(metadata, post('1')), [c, a, d, b])
      assert.deepEqual(await attachedIds(metadata, post('1', 'cover')), [b])
      assert.deepEqual(await attachedIds(metadata, post('2')), [])
      assert.deepEqual(await metadata.owners.list({ tenant: 'other', owner: post('1') }), [])
      const query = { tenant, id: b, after: null, limit: 9 }
      const owners = [post('1', 'cover'), post('1')].map((owner) => {
        return { ...owner, assetId: b, attachedAt: at(7) }
      })
      assert.deepEqual(await metadata.owners.ownersOf(query), owners)
      assert.deepEqual(await metadata.owners.ownersOf({ ...query, limit: 1 }), owners.slice(0, 1))
      const rest = { ...query, after: post('1', 'cover') }
      assert.deepEqual(await metadata.owners.ownersOf(rest), owners.slice(1))
    },
  },
  {
    name: 'attach takes all or none: an unknown asset, one in the trash, one of others',
    async run({ metadata }) {
      const [active, trashed] = await storedMany(metadata, 2)
      const other = await storedOne(metadata, {}, 'other')
      const ann = await storedOne(metadata, { createdBy: 'ann' })
      assert.ok(active && trashed)
      await metadata.assets.setTrashed({ tenant, ids: [trashed.id], to: 'trash' })
      const gone = [trashed.id, UNKNOWN, 'no id', other.id]
      const ids = [active.id, ...gone]
      await refuses(attached(metadata, ids, post('1')), 'asset_not_found', { ids: gone })
      const scope = { createdBy: 'ann' }
      const out = { tenant, ids: [ann.id, active.id], owner: post('1'), scope }
      await refuses(metadata.owners.attach(out), 'asset_not_found', { ids: [active.id] })
      assert.deepEqual(await attachedIds(metadata, post('1')), [])
      await attached(metadata, [active.id, ann.id], post('1'))
      const seen = await metadata.owners.list({ tenant, owner: post('1'), scope })
      assert.deepEqual(seen, [ann])
      const owners = (id: string) =>
        metadata.owners.ownersOf({ tenant, id, scope, after: null, limit: 9 })
      assert.equal((await owners(ann.id))?.length, 1)
      assert.equal(await owners(active.id), null)
      assert.equal(await owners('no id'), null)
      const { detached } = await metadata.owners.detach({ ...out, unowned: 'keep' })
      assert.equal(detached, 1)
      assert.deepEqual(await attachedIds(metadata, post('1')), [active.id])
    },
  },
  {
    name: 'what is in the trash stays attached and is not listed; a purge detaches it',
    async run({ metadata }) {
      const [one, two] = await storedMany(metadata, 2)
      assert.ok(one && two)
      await attached(metadata, [one.id, two.id], post('1'))
      const trash = { tenant, ids: [one.id] }
      await metadata.assets.setTrashed({ ...trash, to: 'trash' })
      assert.deepEqual(await attachedIds(metadata, post('1')), [two.id])
      const query = { tenant, id: one.id, after: null, limit: 9 }
      assert.equal((await metadata.owners.ownersOf(query))?.length, 1)
      await metadata.assets.setTrashed({ ...trash, to: 'active' })
      assert.deepEqual(await attachedIds(metadata, post('1')), [one.id, two.id])
      await purged(metadata, [one])
      assert.equal(await metadata.owners.ownersOf(query), null)
      const { detached } = await metadata.owners.detachAll({
        tenant,
        owner: post('1'),
        unowned: 'keep',
      })
      assert.equal(detached, 1)
    },
  },
  {
    name: 'detach passes over what is not attached',
    async run({ metadata }) {
      const [one, two] = await storedMany(metadata, 2)
      assert.ok(one && two)
      await attached(metadata, [one.id], post('1'))
      const ids = [two.id, one.id, 'no id']
      const detach = async (owner: ReturnType<typeof post>, of = tenant) => {
        const request = { tenant: of, ids, owner, unowned: 'purge' as const }
        return (await metadata.owners.detach(request)).detached
      }
      assert.equal(await detach(post('1', 'cover')), 0)
      assert.equal(await detach(post('2')), 0)
      assert.equal(await detach(post('1'), 'nobody'), 0)
      assert.equal(await detach(post('1')), 1)
      assert.equal(await detach(post('1')), 0)
      assert.deepEqual((await listed(metadata)).ids, [two.id])
    },
  },
  {
    name: 'detachAll keeps, trashes or purges what belongs to no owner any more',
    async run({ metadata }) {
      const assets = await storedMany(metadata, 4)
      const [one, two, trashed, shared] = assets.map(({ id }) => id) as [
        string,
        string,
        string,
        string,
      ]
      const own = [one, two, trashed]
      const detachAll = (unowned: 'keep' | 'trash' | 'purge') =>
        metadata.owners.detachAll({ tenant, owner: { type: 'post', id: '1' }, unowned })
      const attachAgain = async () => {
        await metadata.assets.setTrashed({ tenant, ids: own, to: 'active' })
        await attached(metadata, [two, one, shared], post('1'))
        await attached(metadata, [trashed, one], post('1', 'cover'))
        await metadata.assets.setTrashed({ tenant, ids: [trashed], to: 'trash' })
      }
      await attached(metadata, [shared], post('2'))

      await attachAgain()
      const kept = await detachAll('keep')
      assert.equal(kept.detached, 5)
      assert.deepEqual([...kept.unowned].sort(), [...own].sort())
      assert.deepEqual([kept.trashed, kept.purged], [[], { assets: [], held: false }])
      assert.deepEqual(await detachAll('purge'), {
        ...kept,
        detached: 0,
        assetIds: [],
        unowned: [],
      })

      await attachAgain()
      const binned = await detachAll('trash')
      assert.deepEqual(binned.trashed.map(({ id }) => id).sort(), [one, two].sort())
      assert.deepEqual((await listed(metadata)).ids, [shared])

      await attachAgain()
      const { purged: gone } = await detachAll('purge')
      assert.deepEqual(gone.assets.map(({ id }) => id).sort(), [...own].sort())
      assert.deepEqual(await listed(metadata), { ids: [shared], total: 1 })
      assert.deepEqual(await listed(metadata, { trashed: true }), { ids: [], total: 0 })
      assert.deepEqual(await metadata.assets.usage(tenant), { assets: 1, bytes: 1000 })
      const again = { tenant, ids: own, doneWithin: 1000 }
      assert.deepEqual((await metadata.assets.purge(again)).assets, [])
      assert.deepEqual(await attachedIds(metadata, post('2')), [shared])
    },
  },
  {
    name: 'detachAll of a scope leaves what others have attached',
    async run({ metadata }) {
      const ann = await storedOne(metadata, { createdBy: 'ann' })
      const bob = await storedOne(metadata, { createdBy: 'bob' })
      await attached(metadata, [ann.id, bob.id], post('1'))
      const request = { tenant, owner: post('1'), unowned: 'purge' as const }
      const { detached, unowned } = await metadata.owners.detachAll({
        ...request,
        scope: { createdBy: 'ann' },
      })
      assert.deepEqual([detached, unowned], [1, [ann.id]])
      assert.deepEqual(await attachedIds(metadata, post('1')), [bob.id])
      const nobody = await metadata.owners.detachAll({ ...request, tenant: 'nobody' })
      assert.equal(nobody.detached, 0)
    },
  },
  {
    name: 'a field has at most 1,000 assets, an owner 10,000',
    async run({ metadata }) {
      const assets = await storedMany(metadata, MAX_PER_FIELD + 1)
      const ids = assets.map(({ id }) => id)
      const most = ids.slice(0, MAX_PER_FIELD)
      await attached(metadata, most.slice(1), post('1', '0'))
      const tooMany = attached(metadata, ids.slice(-1).concat(ids.slice(0, 1)), post('1', '0'))
      await refuses(tooMany, 'too_many_attachments', { limit: MAX_PER_FIELD })
      await attached(metadata, most, post('1', '0'))
      for (let field = 1; field < MAX_PER_OWNER / MAX_PER_FIELD; field += 1) {
        await attached(metadata, most, post('1', String(field)))
      }
      const more = attached(metadata, ids.slice(0, 1), post('1', 'more'))
      await refuses(more, 'too_many_attachments', { limit: MAX_PER_OWNER })
      const gone = await metadata.owners.detachAll({ tenant, owner: post('1'), unowned: 'trash' })
      assert.deepEqual([gone.detached, gone.trashed.length], [MAX_PER_OWNER, MAX_PER_FIELD])
    },
  },
]
