import assert from 'node:assert/strict'
import { blobKeysOf } from '@stowage/core/internal'
import type { ContractCase } from '../../contract/contract.ts'
import { at, HOUR, listed, newAsset, newTicket, refuses, stored, storedOne } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'
import { folderIn, newFolder } from './folder-fixture.ts'

const tenant = 'default'
const unknown = '01890000-0000-7000-8000-000000000000'

export const folderAssetCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'insert into a folder that is unknown or of another tenant is folder_not_found, and stores nothing',
    async run({ metadata }) {
      const mine = await folderIn(metadata, null, 'mine')
      const theirs = await metadata.folders.create(newFolder({ tenant: 'other' }))
      const good = newAsset({ folderId: mine.id })
      for (const folderId of [theirs.id, unknown, 'no id']) {
        const assets = [good, newAsset({ folderId })]
        await metadata.blobs.reserve([assets[1]?.blobKey ?? ''], { lifetime: HOUR })
        const call = metadata.assets.insert({ tenant, assets, keyId: null, quota: null })
        await refuses(call, 'folder_not_found', { ids: [folderId] })
      }
      assert.equal((await listed(metadata)).total, 0)
      const [asset] = await stored(metadata, [good])
      assert.equal(asset?.folderId, mine.id)
      assert.equal((await metadata.assets.get({ id: good.id }))?.folderId, mine.id)
    },
  },
  {
    name: 'a repeated insert names its assets although their folder is gone',
    async run({ metadata }) {
      const { id: folderId } = await folderIn(metadata, null, 'short')
      const insert = async () => {
        const assets = [newAsset({ folderId })]
        await metadata.blobs.reserve(assets.flatMap(blobKeysOf), { lifetime: HOUR })
        const idempotency = { key: 'k', digest: 'd', lifetime: HOUR }
        return metadata.assets.insert({ tenant, assets, keyId: null, quota: null, idempotency })
      }
      const ids = (await insert()).assets.map(({ id }) => id)
      await metadata.folders.delete({ tenant, id: folderId, assets: 'detach' })
      assert.deepEqual((await insert()).replayOf, ids)
    },
  },
  {
    name: 'update moves an asset into a folder and out of it, and refuses a folder that is not there',
    async run({ metadata, clock }) {
      const folder = await folderIn(metadata, null, 'a')
      const theirs = await metadata.folders.create(newFolder({ tenant: 'other' }))
      const { id } = await storedOne(metadata)
      const update = (folderId: string | null) =>
        metadata.assets.update({ tenant, id, changes: { folderId } })
      clock.set(10)
      const moved = await update(folder.id)
      assert.deepEqual([moved.asset.folderId, moved.asset.updatedAt], [folder.id, at(10)])
      for (const folderId of [theirs.id, unknown, 'no id']) {
        await refuses(update(folderId), 'folder_not_found', { ids: [folderId] })
      }
      clock.set(20)
      assert.equal((await update(folder.id)).changed, false)
      assert.equal((await update(null)).asset.folderId, null)
    },
  },
  {
    name: 'move puts active assets into a folder or out of all, all or none, and gives those that moved',
    async run({ metadata, clock }) {
      const folder = await folderIn(metadata, null, 'a')
      const [one, two, three, trashed] = await stored(
        metadata,
        [null, folder.id, null, folder.id].map((folderId) => newAsset({ folderId })),
      )
      const foreign = await storedOne(metadata, {}, 'other')
      assert.ok(one && two && three && trashed)
      await metadata.assets.setTrashed({ tenant, ids: [trashed.id], to: 'trash' })
      clock.set(10)
      const move = (ids: readonly string[], folderId: string | null) =>
        metadata.assets.move({ tenant, ids, folderId })
      const ids = [three.id, two.id, one.id]
      const bad = [three.id, trashed.id, foreign.id, unknown, 'no id']
      await refuses(move(bad, folder.id), 'asset_not_found', { ids: bad.slice(1) })
      await refuses(move(ids, unknown), 'folder_not_found', { ids: [unknown] })
      assert.equal((await metadata.assets.get({ id: three.id }))?.folderId, null)
      const moved = await move(ids, folder.id)
      const change = { folderId: folder.id, updatedAt: at(10) }
      assert.deepEqual(moved, [
        { ...three, ...change },
        { ...one, ...change },
      ])
      assert.deepEqual(await metadata.assets.get({ id: three.id }), { ...three, ...change })
      assert.deepEqual(await move(ids, folder.id), [])
      assert.equal((await move(ids, null)).length, 3)
      assert.deepEqual(await move([], null), [])
      assert.equal((await listed(metadata)).total, 3)
    },
  },
  {
    name: 'an asset keeps its folder in the trash and comes back into it',
    async run({ metadata }) {
      const { id: folderId } = await folderIn(metadata, null, 'a')
      const { id } = await storedOne(metadata, { folderId })
      const request = { tenant, ids: [id] }
      const [trashed] = await metadata.assets.setTrashed({ ...request, to: 'trash' })
      const [restored] = await metadata.assets.setTrashed({ ...request, to: 'active' })
      assert.deepEqual([trashed?.folderId, restored?.folderId], [folderId, folderId])
    },
  },
  {
    name: 'a ticket keeps its folder, which must be there when it is made',
    async run({ metadata }) {
      const { id: folderId } = await folderIn(metadata, null, 'a')
      const theirs = await metadata.folders.create(newFolder({ tenant: 'other' }))
      const ticket = await metadata.tickets.create(newTicket({ folderId }))
      assert.equal(ticket.folderId, folderId)
      assert.deepEqual((await metadata.tickets.get(ticket.id))?.ticket, ticket)
      for (const bad of [theirs.id, unknown, 'no id']) {
        const call = metadata.tickets.create(newTicket({ folderId: bad }))
        await refuses(call, 'folder_not_found', { ids: [bad] })
      }
      await metadata.folders.delete({ tenant, id: folderId })
      assert.equal((await metadata.tickets.get(ticket.id))?.ticket.folderId, folderId)
      const nowhere = newTicket({ tenant: 'nobody', folderId })
      await refuses(metadata.tickets.create(nowhere), 'folder_not_found')
    },
  },
]
