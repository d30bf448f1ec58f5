import assert from 'node:assert/strict'
import type { ContractCase } from '../../contract/contract.ts'
import { at, listed, newAsset, newVariant, refuses, storedOne } from '../fixture.ts'
import { folderIn } from '../folders/folder-fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'

const tenant = 'default'

export const changeCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'update changes what is given, moves updatedAt, and resolves to the record',
    async run({ metadata, clock }) {
      const { id: folderId } = await folderIn(metadata, null, 'a')
      const asset = await storedOne(metadata, { folderId, variants: [newVariant()] })
      const update = async (changes: object, seconds: number) => {
        clock.set(seconds)
        const updated = await metadata.assets.update({ tenant, id: asset.id, changes })
        assert.equal(updated.changed, true)
        return updated.asset
      }
      const renamed = await update({ name: 'new.jpg' }, 1)
      assert.deepEqual(renamed, { ...asset, name: 'new.jpg', updatedAt: at(1) })
      const moved = await update({ isFavourite: true, folderId: null }, 2)
      assert.deepEqual(moved, { ...renamed, isFavourite: true, folderId: null, updatedAt: at(2) })
      assert.deepEqual(await metadata.assets.get({ id: asset.id }), moved)
    },
  },
  {
    name: 'update leaves updatedAt alone when nothing differs',
    async run({ metadata, clock }) {
      const asset = await storedOne(metadata)
      clock.set(9)
      const { name, isFavourite, folderId } = asset
      for (const changes of [{}, { name }, { name, isFavourite, folderId }]) {
        const updated = await metadata.assets.update({ tenant, id: asset.id, changes })
        assert.deepEqual(updated, { asset, changed: false })
      }
      assert.deepEqual(await metadata.assets.get({ id: asset.id }), asset)
    },
  },
  {
    name: 'update moves the status only from processing',
    async run({ metadata, clock }) {
      for (const status of ['ready', 'failed'] as const) {
        const { id } = await storedOne(metadata, { status: 'processing' })
        clock.set(1)
        const { asset: settled } = await metadata.assets.update({ tenant, id, changes: { status } })
        clock.set(2)
        assert.deepEqual([settled.status, settled.updatedAt], [status, at(1)])
        for (const other of ['ready', 'failed', 'processing'] as const) {
          const again = await metadata.assets.update({ tenant, id, changes: { status: other } })
          assert.deepEqual(again, { asset: settled, changed: false })
        }
      }
    },
  },
  {
    name: 'update reaches a trashed asset with a status alone',
    async run({ metadata, clock }) {
      const { id } = await storedOne(metadata, { status: 'processing' })
      clock.set(1)
      await metadata.assets.setTrashed({ tenant, ids: [id], to: 'trash' })
      for (const changes of [{}, { name: 'x' }, { name: 'x', status: 'ready' }] as const) {
        const call = metadata.assets.update({ tenant, id, changes })
        await refuses(call, 'asset_not_found', { ids: [id] })
      }
      clock.set(3)
      const { asset } = await metadata.assets.update({ tenant, id, changes: { status: 'ready' } })
      assert.deepEqual([asset.status, asset.trashedAt, asset.updatedAt], ['ready', at(1), at(3)])
    },
  },
  {
    name: 'update does not find unknown assets and those of another tenant',
    async run({ metadata }) {
      const theirs = await storedOne(metadata, {}, 'other')
      for (const id of [theirs.id, newAsset().id]) {
        const call = metadata.assets.update({ tenant, id, changes: { name: 'x' } })
        await refuses(call, 'asset_not_found', { ids: [id] })
      }
      assert.deepEqual(await metadata.assets.get({ id: theirs.id }), theirs)
    },
  },
  {
    name: 'setTrashed sends assets to the trash and back, and resolves to those that moved, in the order given',
    async run({ metadata, clock }) {
      const a = await storedOne(metadata)
      const b = await storedOne(metadata)
      const ids = [b.id, a.id]
      clock.set(1)
      const trashed = await metadata.assets.setTrashed({ tenant, ids, to: 'trash' })
      assert.deepEqual(
        trashed,
        [b, a].map((asset) => ({ ...asset, trashedAt: at(1), updatedAt: at(1) })),
      )
      assert.deepEqual(await metadata.assets.get({ id: a.id }), trashed[1])
      clock.set(2)
      const active = await metadata.assets.setTrashed({ tenant, ids, to: 'active' })
      assert.deepEqual(
        active,
        [b, a].map((asset) => ({ ...asset, updatedAt: at(2) })),
      )
      assert.deepEqual(await listed(metadata), { ids: [b.id, a.id], total: 2 })
      assert.deepEqual(await listed(metadata, { trashed: true }), { ids: [], total: 0 })
    },
  },
  {
    name: 'setTrashed leaves alone what is there already',
    async run({ metadata }) {
      const a = await storedOne(metadata)
      const b = await storedOne(metadata)
      assert.deepEqual(await metadata.assets.setTrashed({ tenant, ids: [a.id], to: 'active' }), [])
      const [trashed] = await metadata.assets.setTrashed({ tenant, ids: [a.id], to: 'trash' })
      const moved = await metadata.assets.setTrashed({ tenant, ids: [a.id, b.id], to: 'trash' })
      assert.deepEqual(
        moved.map(({ id }) => id),
        [b.id],
      )
      assert.deepEqual(await metadata.assets.get({ id: a.id }), trashed)
      assert.deepEqual(await listed(metadata, { trashed: true }), { ids: [b.id, a.id], total: 2 })
    },
  },
  {
    name: 'setTrashed is refused with the unknown ids in the order given, and moves nothing',
    async run({ metadata }) {
      const mine = await storedOne(metadata)
      const theirs = await storedOne(metadata, {}, 'other')
      const unknown = newAsset().id
      for (const to of ['trash', 'active'] as const) {
        await refuses(
          metadata.assets.setTrashed({ tenant, ids: [unknown, mine.id, theirs.id], to }),
          'asset_not_found',
          { ids: [unknown, theirs.id] },
        )
      }
      assert.deepEqual(await metadata.assets.get({ id: mine.id }), mine)
      assert.deepEqual(await metadata.assets.get({ id: theirs.id }), theirs)
      assert.equal((await listed(metadata)).total, 1)
    },
  },
]
