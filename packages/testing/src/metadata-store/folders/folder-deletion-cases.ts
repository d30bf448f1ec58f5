import assert from 'node:assert/strict'
import type { Asset, Folder } from '@stowage/core'
import { type DeletedFolders, FOLDER_STEP } from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import type { ContractCase } from '../../contract/contract.ts'
import { at, listed, newAsset, refuses, stored } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'
import { allFolders, assertTree, folderIn, nested, newFolder } from './folder-fixture.ts'

const tenant = 'default'
const unknown = '01890000-0000-7000-8000-000000000000'

/** A folder with a subfolder. Each contains an active asset and one in the trash; one more asset is in neither. */
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
    name: 'delete takes so many assets out of a folder at a time, then the folder',
    async run({ metadata }) {
      const { id } = await folderIn(metadata, null, 'large')
      const assets = Array.from({ length: 2 * FOLDER_STEP + 1 }, () => newAsset({ folderId: id }))
      await stored(metadata, assets)
      const { ids } = await listed(metadata)
      await metadata.assets.setTrashed({ tenant, ids: ids.slice(0, 2), to: 'trash' })
      const first = await metadata.folders.delete({ tenant, id, assets: 'trash' })
      assert.deepEqual([first.done, first.folders], [false, []])
      assert.equal(first.trashed.length + first.detached.length, FOLDER_STEP)
      await assertTree(metadata)
      const [last, calls] = await deleted(metadata, id)
      assert.equal(calls, 2)
      assert.deepEqual(
        last.folders.map((folder) => folder.id),
        [id],
      )
      assert.equal((await listed(metadata)).total, 0)
      assert.equal((await listed(metadata, { trashed: true })).total, assets.length)
    },
  },
  {
    name: 'delete of a wide and of a deep tree leaves a tree after each call, and ends after few',
    async run({ metadata }) {
      const folders = await nested(metadata, 3)
      const [top, , bottom] = folders
      assert.ok(top && bottom)
      const names = Array.from({ length: FOLDER_STEP + 10 }, (_, n) => `${n}`)
      for (const name of names) await folderIn(metadata, bottom, name)
      const chain = await nested(metadata, 29, 'chain')
      await metadata.folders.update({
        tenant,
        id: chain[0]?.id ?? '',
        changes: { parentId: top.id },
      })
      const held = await stored(metadata, [newAsset({ folderId: bottom.id })])
      const calls = await deletedInSteps(metadata, top.id)
      assert.ok(calls <= 6, `${calls} calls`)
      assert.deepEqual(await allFolders(metadata), [])
      assert.deepEqual((await listed(metadata)).ids, idsOf(held))
    },
  },
  {
    name: 'delete without assets leaves every folder of a large tree, whatever lies at its lower end',
    async run({ metadata }) {
      const line = await nested(metadata, 15)
      const [top, bottom] = [line[0], line.at(-1)]
      assert.ok(top && bottom)
      await folderIn(metadata, bottom, 'empty')
      // More than a step takes beside the line, and so high that it cannot take two of them.
      let level: readonly Folder[] = Array(FOLDER_STEP - line.length).fill(bottom)
      for (let height = 0; height <= FOLDER_STEP / 2; height += 1) {
        level = await Promise.all(level.map((parent, n) => folderIn(metadata, parent, `${n}`)))
      }
      const all = await allFolders(metadata)
      await refuses(metadata.folders.delete({ tenant, id: top.id }), 'folder_not_empty')
      assert.deepEqual(await allFolders(metadata), all)
    },
  },
  {
    name: 'delete that was cut off leaves room for moves of what is left',
    async run({ metadata }) {
      const line = await nested(metadata, 31)
      const [top, bottom] = [line[0], line.at(-1)]
      assert.ok(top && bottom)
      const names = Array.from({ length: FOLDER_STEP }, (_, n) => `${n}`)
      for (const name of names) await folderIn(metadata, bottom, name)
      const gone = await metadata.folders.delete({ tenant, id: top.id, assets: 'detach' })
      assert.deepEqual([gone.done, gone.folders.length], [false, FOLDER_STEP])
      const above = await folderIn(metadata, null, 'above')
      await metadata.folders.update({ tenant, id: top.id, changes: { parentId: above.id } })
      await assertTree(metadata)
    },
  },
]

/** Deletes the rest of a folder. Resolves to what the last call did, and how many calls it took. */
async function deleted(metadata: MetadataStore, id: string): Promise<[DeletedFolders, number]> {
  for (let calls = 1; ; calls += 1) {
    const gone = await metadata.folders.delete({ tenant, id, assets: 'trash' })
    if (gone.done) return [gone, calls]
  }
}

/** Deletes a folder and checks the tree after each call. Resolves to how many calls it took. */
async function deletedInSteps(metadata: MetadataStore, id: string): Promise<number> {
  for (let calls = 1; ; calls += 1) {
    const gone = await metadata.folders.delete({ tenant, id, assets: 'detach' })
    assert.ok(gone.folders.length <= FOLDER_STEP)
    if (gone.done) return calls
    if ((await metadata.folders.list({ tenant, offset: 0, limit: 1 })).total <= 1000) {
      await assertTree(metadata)
    }
  }
}
