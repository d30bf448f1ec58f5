import assert from 'node:assert/strict'
import type { ContractCase } from './contract.ts'
import type { MetadataWorld } from './metadata-contract.ts'
import { at, listed, newAsset, newVariant, refuses, storedOne } from './metadata-fixture.ts'

const tenant = 'default'

export const changeCases: readonly ContractCase<MetadataWorld>[] = [
  {
    name: 'update changes what is given, moves updatedAt, and resolves to the record',
    async run({ metadata }) {
      const asset = await storedOne(metadata, { folderId: 'a', variants: [newVariant()] })
      const update = (changes: object, time: string) =>
        metadata.update({ tenant, id: asset.id, changes, at: time })
      const renamed = await update({ name: 'new.jpg' }, at(1))
      assert.deepEqual(renamed, { ...asset, name: 'new.jpg', updatedAt: at(1) })
      const moved = await update({ isFavourite: true, folderId: null }, at(2))
      assert.deepEqual(moved, { ...renamed, isFavourite: true, folderId: null, updatedAt: at(2) })
      assert.deepEqual(await metadata.get({ id: asset.id }), moved)
    },
  },
  {
    name: 'update leaves updatedAt alone when nothing differs',
    async run({ metadata }) {
      const asset = await storedOne(metadata)
      const { name, isFavourite, folderId } = asset
      for (const changes of [{}, { name }, { name, isFavourite, folderId }]) {
        assert.deepEqual(await metadata.update({ tenant, id: asset.id, changes, at: at(9) }), asset)
      }
      assert.deepEqual(await metadata.get({ id: asset.id }), asset)
    },
  },
  {
    name: 'update moves the status only from processing',
    async run({ metadata }) {
      for (const status of ['ready', 'failed'] as const) {
        const { id } = await storedOne(metadata, { status: 'processing' })
        const settled = await metadata.update({ tenant, id, changes: { status }, at: at(1) })
        assert.deepEqual([settled.status, settled.updatedAt], [status, at(1)])
        for (const other of ['ready', 'failed', 'processing'] as const) {
          const again = await metadata.update({ tenant, id, changes: { status: other }, at: at(2) })
          assert.deepEqual(again, settled)
        }
      }
    },
  },
  {
    name: 'update reaches a trashed asset with a status alone',
    async run({ metadata }) {
      const { id } = await storedOne(metadata, { status: 'processing' })
      await metadata.move({ tenant, ids: [id], at: at(1), to: 'trash' })
      for (const changes of [{}, { name: 'x' }, { name: 'x', status: 'ready' }] as const) {
        const call = metadata.update({ tenant, id, changes, at: at(2) })
        await refuses(call, 'asset_not_found', { ids: [id] })
      }
      const settled = await metadata.update({ tenant, id, changes: { status: 'ready' }, at: at(3) })
      assert.deepEqual([settled.status, settled.trashedAt], ['ready', at(1)])
    },
  },
  {
    name: 'update does not find unknown assets and those of another tenant',
    async run({ metadata }) {
      const theirs = await storedOne(metadata, {}, 'other')
      for (const id of [theirs.id, newAsset().id]) {
        const call = metadata.update({ tenant, id, changes: { name: 'x' }, at: at(1) })
        await refuses(call, 'asset_not_found', { ids: [id] })
      }
      assert.deepEqual(await metadata.get({ id: theirs.id }), theirs)
    },
  },
  {
    name: 'move sends assets to the trash and back, and resolves to those that moved, in the order given',
    async run({ metadata }) {
      const a = await storedOne(metadata)
      const b = await storedOne(metadata)
      const ids = [b.id, a.id]
      const trashed = await metadata.move({ tenant, ids, at: at(1), to: 'trash' })
      assert.deepEqual(
        trashed,
        [b, a].map((asset) => ({ ...asset, trashedAt: at(1), updatedAt: at(1) })),
      )
      assert.deepEqual(await metadata.get({ id: a.id }), trashed[1])
      const active = await metadata.move({ tenant, ids, at: at(2), to: 'active' })
      assert.deepEqual(
        active,
        [b, a].map((asset) => ({ ...asset, updatedAt: at(2) })),
      )
      assert.deepEqual(await listed(metadata), { ids: [b.id, a.id], total: 2 })
      assert.deepEqual(await listed(metadata, { trashed: true }), { ids: [], total: 0 })
    },
  },
  {
    name: 'move leaves alone what is there already',
    async run({ metadata }) {
      const a = await storedOne(metadata)
      const b = await storedOne(metadata)
      assert.deepEqual(await metadata.move({ tenant, ids: [a.id], at: at(1), to: 'active' }), [])
      const [trashed] = await metadata.move({ tenant, ids: [a.id], at: at(1), to: 'trash' })
      const moved = await metadata.move({ tenant, ids: [a.id, b.id], at: at(2), to: 'trash' })
      assert.deepEqual(
        moved.map(({ id }) => id),
        [b.id],
      )
      assert.deepEqual(await metadata.get({ id: a.id }), trashed)
      assert.deepEqual(await listed(metadata, { trashed: true }), { ids: [b.id, a.id], total: 2 })
    },
  },
  {
    name: 'move is refused with the unknown ids in the order given, and moves nothing',
    async run({ metadata }) {
      const mine = await storedOne(metadata)
      const theirs = await storedOne(metadata, {}, 'other')
      const unknown = newAsset().id
      for (const to of ['trash', 'active'] as const) {
        await refuses(
          metadata.move({ tenant, ids: [unknown, mine.id, theirs.id], at: at(1), to }),
          'asset_not_found',
          { ids: [unknown, theirs.id] },
        )
      }
      assert.deepEqual(await metadata.get({ id: mine.id }), mine)
      assert.deepEqual(await metadata.get({ id: theirs.id }), theirs)
      assert.equal((await listed(metadata)).total, 1)
    },
  },
]
