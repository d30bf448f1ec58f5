import assert from 'node:assert/strict'
import type { Asset } from '../../model/asset.ts'
import { MAX_DELETED_ASSETS } from '../../model/folder.ts'
import type { ContractCase } from '../contract.ts'
import { at, listed, newAsset, refuses, stored } from './fixture.ts'
import { allFolders, assertTree, folderIn, nested, newFolder } from './folder-fixture.ts'
import type { MetadataFixture } from './metadata-fixture.ts'

const tenant = 'default'
const unknown = '01890000-0000-7000-8000-000000000000'

/** A folder with another in it. An active asset and one in the trash lie in each, and one asset in neither. */
async function filled({ metadata, clock }: MetadataFixture) {
  const folders = await nested(metadata, 2)
  const [outer, inner] = folders
  assert.ok(outer && inner)
  const assets = await stored(
    metadata,
    [outer.id, outer.id, inner.id, inner.id, null].map((folderId) => newAsset({ folderId })),
  )
  const [one, two, three, four, apart] = assets
  assert.ok(one && two && three && four && apart)
  const trashed = [two.id, four.id]
  await metadata.assets.setTrashed({ tenant, ids: trashed, to: 'trash' })
  clock.set(50)
  return { folders, outer, inner, active: [one, three], trashed: [two, four], apart }
}

const idsOf = (assets: readonly Asset[]) => assets.map(({ id }) => id).toSorted()

export const folderDeletionCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'delete refuses a folder that holds a folder or an active asset as folder_not_empty',
    async run(fixture) {
      const { metadata } = fixture
      const { folders, outer, inner, active, trashed } = await filled(fixture)
      for (const { id } of folders) {
        await refuses(metadata.folders.delete({ tenant, id }), 'folder_not_empty', {})
      }
      assert.deepEqual(await allFolders(metadata), folders)
      await metadata.assets.move({ tenant, ids: idsOf(active), folderId: null })
      await refuses(metadata.folders.delete({ tenant, id: outer.id }), 'folder_not_empty')
      const gone = await metadata.folders.delete({ tenant, id: inner.id })
      assert.deepEqual(
        [gone.folders, idsOf(gone.detached), gone.trashed],
        [[inner], idsOf(trashed.slice(1)), []],
      )
      await metadata.folders.delete({ tenant, id: outer.id })
      await assertTree(metadata)
      const restored = await metadata.assets.setTrashed({
        tenant,
        ids: idsOf(trashed),
        to: 'active',
      })
      assert.deepEqual(
        restored.map(({ folderId }) => folderId),
        [null, null],
      )
      assert.deepEqual(await allFolders(metadata), [])
    },
  },
  {
    name: 'delete that detaches takes the folders in it too, and leaves all assets where they are',
    async run(fixture) {
      const { metadata } = fixture
      const { folders, outer, active, trashed, apart } = await filled(fixture)
      const gone = await metadata.folders.delete({ tenant, id: outer.id, assets: 'detach' })
      assert.deepEqual([gone.folders, gone.trashed], [folders, []])
      assert.deepEqual(idsOf(gone.detached), idsOf([...active, ...trashed]))
      for (const asset of gone.detached) {
        assert.deepEqual([asset.folderId, asset.updatedAt], [null, at(50)])
        assert.deepEqual(await metadata.assets.get({ id: asset.id }), asset)
      }
      assert.deepEqual((await listed(metadata)).ids.toSorted(), idsOf([...active, apart]))
      assert.equal((await listed(metadata, { trashed: true })).total, 2)
      assert.deepEqual(await metadata.assets.get({ id: apart.id }), apart)
      assert.deepEqual(await allFolders(metadata), [])
    },
  },
  {
    name: 'delete that trashes moves active assets to the trash, and counts them there',
    async run(fixture) {
      const { metadata } = fixture
      const { outer, active, trashed, apart } = await filled(fixture)
      const gone = await metadata.folders.delete({ tenant, id: outer.id, assets: 'trash' })
      assert.deepEqual(idsOf(gone.trashed), idsOf(active))
      assert.deepEqual(idsOf(gone.detached), idsOf(trashed))
      for (const asset of [...gone.trashed, ...gone.detached]) {
        assert.equal(asset.folderId, null)
        assert.notEqual(asset.trashedAt, null)
        assert.deepEqual(await metadata.assets.get({ id: asset.id }), asset)
      }
      assert.deepEqual(await listed(metadata), { ids: [apart.id], total: 1 })
      const trash = await listed(metadata, { trashed: true })
      assert.deepEqual([trash.ids.toSorted(), trash.total], [idsOf([...active, ...trashed]), 4])
      await assertTree(metadata)
    },
  },
  {
    name: 'delete of a folder that is unknown or of another tenant is folder_not_found',
    async run({ metadata }) {
      const theirs = await metadata.folders.create(newFolder({ tenant: 'other' }))
      for (const id of [theirs.id, unknown, 'no id']) {
        const context = { ids: [id] }
        await refuses(metadata.folders.delete({ tenant, id }), 'folder_not_found', context)
      }
      assert.deepEqual(await metadata.folders.get({ tenant: 'other', id: theirs.id }), theirs)
      const { id } = await folderIn(metadata, null, 'a')
      await metadata.folders.delete({ tenant, id })
      await refuses(metadata.folders.delete({ tenant, id }), 'folder_not_found')
    },
  },
  {
    name: 'delete with more assets than one deletion takes out is folder_not_empty with the limit',
    async run({ metadata }) {
      const { id } = await folderIn(metadata, null, 'large')
      for (let left = MAX_DELETED_ASSETS + 1; left > 0; left -= 1000) {
        const batch = Array.from({ length: Math.min(left, 1000) }, () => newAsset({ folderId: id }))
        await stored(metadata, batch)
      }
      const limit = { limit: MAX_DELETED_ASSETS }
      const remove = () => metadata.folders.delete({ tenant, id, assets: 'trash' })
      await refuses(remove(), 'folder_not_empty', limit)
      const { ids } = await listed(metadata)
      await metadata.assets.setTrashed({ tenant, ids: ids.slice(0, 2), to: 'trash' })
      await refuses(remove(), 'folder_not_empty', limit)
      await metadata.assets.move({ tenant, ids: ids.slice(2, 3), folderId: null })
      const gone = await remove()
      assert.equal(gone.trashed.length + gone.detached.length, MAX_DELETED_ASSETS)
      assert.deepEqual(await listed(metadata), { ids: ids.slice(2, 3), total: 1 })
      assert.equal((await listed(metadata, { trashed: true })).total, MAX_DELETED_ASSETS)
    },
  },
]
