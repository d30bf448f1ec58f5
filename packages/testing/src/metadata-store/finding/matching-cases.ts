import assert from 'node:assert/strict'
import type { Asset } from '@stowage/core'
import {
  type AssetRecords,
  type ChangeRequest,
  type NewAsset,
  requireFilter,
} from '@stowage/core/internal'
import type { ContractCase } from '../../contract/contract.ts'
import { newAsset, refuses, stored, storedOne, twoStores } from '../fixture.ts'
import { folderIn } from '../folders/folder-fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'

const tenant = 'default'
const idsOf = (assets: readonly Asset[]) => assets.map(({ id }) => id)
const some = (count: number, overrides?: Partial<NewAsset>) =>
  Array.from({ length: count }, () => newAsset(overrides))

type Change = (records: AssetRecords, request: ChangeRequest) => Promise<readonly Asset[]>

/** Every verb that takes a filter besides ids. Each changes any active asset from `newAsset`. */
const CHANGES: Readonly<Record<string, Change>> = {
  move: (records, request) => records.move({ ...request, folderId: null }),
  tag: (records, request) => records.tag({ ...request, add: ['new'], remove: [] }),
  setFavourite: (records, request) => records.setFavourite({ ...request, isFavourite: true }),
  setTrashed: (records, request) => records.setTrashed({ ...request, to: 'trash' }),
}

/** Changes of assets by their ids, limited to those that match a filter. */
export const matchingCases: readonly ContractCase<MetadataFixture>[] = [
  ...Object.entries(CHANGES).map(
    ([name, change]): ContractCase<MetadataFixture> => ({
      name: `${name} with a filter passes over what does not match, is unknown, trashed or out of reach`,
      async run({ metadata }) {
        const { id: folderId } = await folderIn(metadata, null, 'in')
        const [match, small, trashed] = await stored(metadata, [
          newAsset({ size: 7, folderId, createdBy: 'ann' }),
          newAsset({ size: 6, folderId, createdBy: 'ann' }),
          newAsset({ size: 8, createdBy: 'ann' }),
        ])
        assert.ok(match && small && trashed)
        await metadata.assets.setTrashed({ tenant, ids: [trashed.id], to: 'trash' })
        const others = await storedOne(metadata, { size: 7, folderId, createdBy: 'bob' })
        const foreign = await storedOne(metadata, { size: 7 }, 'other')
        const ids = [small, foreign, match, trashed, others].map(({ id }) => id)
        const request = {
          tenant,
          scope: { createdBy: 'ann' },
          ids: [newAsset().id, ...ids],
          matching: requireFilter({ size: { gte: 7 } }),
        }
        assert.deepEqual(idsOf(await change(metadata.assets, request)), [match.id])
        for (const untouched of [small, others, foreign]) {
          assert.deepEqual(await metadata.assets.get({ id: untouched.id }), untouched)
        }
        assert.deepEqual(await change(metadata.assets, { ...request, ids: [small.id] }), [])
        assert.deepEqual(await change(metadata.assets, { ...request, tenant: 'nobody' }), [])
      },
    }),
  ),
  {
    name: 'a filter by a folder and those below holds for the tree as it is in the transaction',
    async run({ metadata }) {
      const outer = await folderIn(metadata, null, 'outer')
      const inner = await folderIn(metadata, outer, 'inner')
      const beside = await folderIn(metadata, null, 'beside')
      const assets = await stored(metadata, [
        newAsset({ folderId: inner.id }),
        newAsset({ folderId: beside.id }),
        newAsset(),
      ])
      const ids = idsOf(assets)
      const matching = requireFilter({ folderTree: outer.id })
      const favourite = (isFavourite: boolean) =>
        metadata.assets.setFavourite({ tenant, ids, matching, isFavourite })
      assert.deepEqual(idsOf(await favourite(true)), ids.slice(0, 1))
      const changes = { parentId: outer.id }
      await metadata.folders.update({ tenant, id: beside.id, changes })
      assert.deepEqual(idsOf(await favourite(true)), ids.slice(1, 2))
      assert.deepEqual(idsOf(await favourite(false)), ids.slice(0, 2))
    },
  },
  {
    name: 'tag with a filter is too_many_tags for those that match, and changes none then',
    async run({ metadata }) {
      const tags = Array.from({ length: 100 }, (_, n) => `tag ${n}`)
      const [full, small] = await stored(metadata, [newAsset({ tags }), newAsset({ size: 1 })])
      assert.ok(full && small)
      const tag = (size: number) =>
        metadata.assets.tag({
          tenant,
          ids: [full.id, small.id],
          matching: requireFilter({ size: { lte: size } }),
          add: ['more'],
          remove: [],
        })
      await refuses(tag(1000), 'too_many_tags', { ids: [full.id], limit: 100 })
      assert.deepEqual((await metadata.assets.get({ id: small.id }))?.tags, [])
      assert.deepEqual(idsOf(await tag(1)), [small.id])
    },
  },
  {
    name: 'setFavourite changes active assets, all or none, and leaves those that are so',
    async run({ metadata, clock }) {
      const [first, second, trashed] = await stored(metadata, some(3))
      assert.ok(first && second && trashed)
      await metadata.assets.setTrashed({ tenant, ids: [trashed.id], to: 'trash' })
      const set = (ids: readonly string[], isFavourite: boolean, scope = null) =>
        metadata.assets.setFavourite({ tenant, ids, isFavourite, scope })
      clock.set(5)
      const [marked] = await set([second.id], true)
      assert.deepEqual(marked, {
        ...second,
        isFavourite: true,
        updatedAt: marked?.updatedAt,
      })
      assert.notEqual(marked?.updatedAt, second.updatedAt)
      assert.deepEqual(await metadata.assets.get({ id: second.id }), marked)
      const ids = [second.id, first.id]
      await refuses(set([...ids, trashed.id], true), 'asset_not_found', { ids: [trashed.id] })
      assert.deepEqual(idsOf(await set(ids, true)), [first.id])
      const found = () =>
        metadata.assets.list({
          tenant,
          trashed: false,
          filter: { isFavourite: true },
          from: { offset: 0 },
          limit: 9,
        })
      assert.deepEqual(idsOf((await found()).assets), ids)
      assert.deepEqual(idsOf(await set(ids, false)), ids)
      assert.equal((await found()).total, 0)
      await refuses(
        metadata.assets.setFavourite({
          tenant,
          ids: [first.id],
          isFavourite: true,
          scope: { createdBy: 'ann' },
        }),
        'asset_not_found',
      )
    },
  },
  {
    name: 'two stores that change the same assets by one filter change each of them once',
    async run(fixture) {
      const [one, two] = await twoStores(fixture)
      const ids = idsOf(await stored(one, some(60)))
      const matching = requireFilter({ isFavourite: false })
      const changed = await Promise.all(
        Array.from({ length: 6 }, (_, n) => {
          const half = n % 2 === 0 ? ids.slice(0, 40) : ids.slice(20).toReversed()
          const { assets } = n < 3 ? one : two
          return assets.setFavourite({ tenant, ids: half, matching, isFavourite: true })
        }),
      )
      assert.deepEqual(idsOf(changed.flat()).sort(), ids.toSorted())
    },
  },
]
