import assert from 'node:assert/strict'
import type { ContractCase } from '../../contract/contract.ts'
import { twoStores } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'
import { attached, attachedIds, post, storedMany } from './owner-fixture.ts'

const tenant = 'default'

/** Owners that two processes change at the same time. */
export const ownerConcurrencyCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'what is attached at the same time is attached once, each in a place of its own',
    async run(fixture) {
      const stores = await twoStores(fixture)
      const assets = await storedMany(stores[0], 10)
      const ids = assets.map(({ id }) => id)
      const calls = stores.flatMap((store) => ids.map((id) => attached(store, [id], post('1'))))
      await Promise.all(calls)
      assert.deepEqual([...(await attachedIds(stores[1], post('1')))].sort(), [...ids].sort())
    },
  },
  {
    name: 'a field that is set from two processes at the same time is as one of them set it',
    async run(fixture) {
      const stores = await twoStores(fixture)
      const assets = await storedMany(stores[0], 6)
      const ids = assets.map(({ id }) => id)
      const fields = ids.map((_, index) => [...ids.slice(index), ...ids.slice(0, index)].slice(1))
      await Promise.all(
        fields.map((of, index) => {
          const request = { tenant, ids: of, owner: post('1'), unowned: 'keep' as const }
          return stores[index % 2 === 0 ? 0 : 1].owners.set(request)
        }),
      )
      const field = await attachedIds(stores[1], post('1'))
      assert.ok(fields.some((of) => of.join() === field.join()))
    },
  },
  {
    name: 'the last owner that goes takes the asset along, and none before it',
    async run(fixture) {
      const [one, two] = await twoStores(fixture)
      const owners = Array.from({ length: 8 }, (_, index) => ({ type: 'post', id: `${index}` }))
      const assets = await storedMany(one, 3)
      const ids = assets.map(({ id }) => id)
      for (const { id } of owners) await attached(one, ids, post(id))
      const reports = await Promise.all(
        owners.map((owner, index) =>
          (index % 2 === 0 ? one : two).owners.detachAll({ tenant, owner, unowned: 'purge' }),
        ),
      )
      const purged = reports.flatMap((report) => report.purged.assets.map(({ id }) => id))
      assert.deepEqual(purged.sort(), [...ids].sort())
      assert.equal((await one.assets.usage(tenant)).assets, 0)
    },
  },
  {
    name: 'an owner that comes while another goes either has the asset or is told that it is gone',
    async run(fixture) {
      const [one, two] = await twoStores(fixture)
      const assets = await storedMany(one, 12)
      const outcomes = assets.map(async ({ id }) => {
        await attached(one, [id], post(id))
        const gone = one.owners.detachAll({ tenant, owner: post(id), unowned: 'purge' })
        const isAttached = await attached(two, [id], post('new')).then(
          () => true,
          () => false,
        )
        assert.equal((await gone).purged.assets.length, isAttached ? 0 : 1)
        return isAttached ? [id] : []
      })
      const owned = (await Promise.all(outcomes)).flat()
      assert.deepEqual([...(await attachedIds(one, post('new')))].sort(), owned.sort())
      assert.equal((await one.assets.usage(tenant)).assets, owned.length)
    },
  },
]
