import assert from 'node:assert/strict'
import type { AssetScope } from '@stowage/core'
import { blobKeysOf } from '@stowage/core/internal'
import type { ContractCase } from '../../contract/contract.ts'
import { HOUR, newAsset, newTicket, refuses, storedOne } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'
import { allFolders, assertTree, folderIn } from './folder-fixture.ts'

const tenant = 'default'
const ann: AssetScope = { createdBy: 'ann' }
const bob: AssetScope = { createdBy: 'bob' }
const noCreator: AssetScope = { createdBy: null }

/** A folder with the same name in each scope, with a subfolder. */
async function ofEach({ metadata }: MetadataFixture) {
  const both = async (scope: AssetScope) => {
    const outer = await folderIn(metadata, null, 'Same', scope)
    return { scope, outer, inner: await folderIn(metadata, outer, 'Inner', scope) }
  }
  return [await both(ann), await both(bob), await both(noCreator)] as const
}

export const folderScopeCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'a folder is of the scope that it was made in, below another of that one; names are free in each',
    async run(fixture) {
      const { metadata } = fixture
      const each = await ofEach(fixture)
      for (const { scope, outer, inner } of each) {
        assert.deepEqual([outer.createdBy, inner.createdBy], [scope.createdBy, scope.createdBy])
        await refuses(folderIn(metadata, null, 'SAME', scope), 'folder_exists', { id: outer.id })
        assert.deepEqual(await metadata.folders.get({ tenant, scope, id: inner.id }), inner)
        const query = { tenant, scope, offset: 0, limit: 10 }
        assert.deepEqual(await metadata.folders.list(query), { folders: [inner, outer], total: 2 })
        const top = { folders: [outer], total: 1 }
        assert.deepEqual(await metadata.folders.list({ ...query, parentId: null }), top)
        const within = { folders: [inner], total: 1 }
        assert.deepEqual(await metadata.folders.list({ ...query, parentId: outer.id }), within)
      }
      assert.equal((await allFolders(metadata)).length, 6)
      const made = await folderIn(metadata, each[0].inner, 'by the whole store')
      assert.equal(made.createdBy, 'ann')
    },
  },
  {
    name: 'the tree of a folder of another scope holds nothing, though an asset of the scope lies in it',
    async run(fixture) {
      const { metadata } = fixture
      const [anns, bobs] = await ofEach(fixture)
      const { id } = await storedOne(metadata, { createdBy: 'ann', folderId: bobs.inner.id })
      const found = async (scope: AssetScope | null, folderTree: string) => {
        const query = { tenant, scope, trashed: false, filter: { folderTree } } as const
        const list = await metadata.assets.list({ ...query, from: { offset: 0 }, limit: 10 })
        assert.equal(list.total, list.assets.length)
        return list.assets.map((asset) => asset.id)
      }
      for (const folder of [bobs.outer.id, bobs.inner.id]) {
        assert.deepEqual(await found(null, folder), [id])
        assert.deepEqual(await found(ann, folder), [])
        assert.deepEqual(await found(bob, folder), [])
      }
      const own = await storedOne(metadata, { createdBy: 'ann', folderId: anns.inner.id })
      assert.deepEqual(await found(ann, anns.outer.id), [own.id])
    },
  },
  {
    name: 'folders of another scope count as unknown in every call',
    async run(fixture) {
      const { metadata } = fixture
      const { folders, assets } = metadata
      const [anns, bobs, nobodys] = await ofEach(fixture)
      const before = await allFolders(metadata)
      for (const [mine, theirs] of [
        [anns, bobs],
        [bobs, nobodys],
        [nobodys, anns],
      ] as const) {
        const { scope, outer, inner } = mine
        const { id } = theirs.outer
        const context = { ids: [id] }
        const request = { tenant, scope, id }
        assert.equal(await folders.get(request), null)
        assert.equal((await folders.usage({ tenant, scope, ids: [id] })).size, 0)
        const query = { tenant, scope, parentId: id, offset: 0, limit: 1 }
        assert.deepEqual(await folders.list(query), { folders: [], total: 0 })
        const asset = await storedOne(metadata, { createdBy: scope.createdBy })
        const fresh = [newAsset({ createdBy: scope.createdBy, folderId: id })]
        await metadata.blobs.reserve(fresh.flatMap(blobKeysOf), { lifetime: HOUR })
        const changes = { folderId: id }
        for (const call of [
          () => folders.update({ ...request, changes: { name: 'mine' } }),
          () => folders.update({ tenant, scope, id: inner.id, changes: { parentId: id } }),
          () => folders.delete({ ...request, assets: 'detach' }),
          () => folderIn(metadata, theirs.outer, 'mine', scope),
          () => assets.update({ tenant, scope, id: asset.id, changes }),
          () => assets.move({ tenant, scope, ids: [asset.id], folderId: id }),
          () => assets.insert({ tenant, scope, assets: fresh, keyId: null, quota: null }),
          () => metadata.tickets.create(newTicket({ folderId: id, scope })),
        ]) {
          await refuses(call(), 'folder_not_found', context)
        }
        const moved = await assets.move({ tenant, scope, ids: [asset.id], folderId: outer.id })
        assert.equal(moved[0]?.folderId, outer.id)
        const hidden = assets.move({ tenant, scope: theirs.scope, ids: [asset.id], folderId: null })
        await refuses(hidden, 'asset_not_found', { ids: [asset.id] })
      }
      assert.deepEqual(await allFolders(metadata), before)
    },
  },
  {
    name: 'a move by the whole store takes a folder into the scope of its new parent, with all folders in it',
    async run(fixture) {
      const { metadata } = fixture
      const [anns, bobs] = await ofEach(fixture)
      const { folder } = await metadata.folders.update({
        tenant,
        id: anns.outer.id,
        changes: { parentId: bobs.outer.id },
      })
      assert.equal(folder.createdBy, 'bob')
      const inner = await metadata.folders.get({ tenant, scope: bob, id: anns.inner.id })
      assert.deepEqual(inner?.path, ['Same', 'Same', 'Inner'])
      assert.equal(await metadata.folders.get({ tenant, scope: ann, id: anns.inner.id }), null)
      const top = { name: 'Top', parentId: null }
      const back = await metadata.folders.update({ tenant, id: anns.outer.id, changes: top })
      assert.equal(back.folder.createdBy, 'bob')
      await assertTree(metadata)
    },
  },
  {
    name: 'assets out of the scope are not counted in a folder, and never trashed with it, only detached',
    async run(fixture) {
      const { metadata } = fixture
      const [{ outer, inner }] = await ofEach(fixture)
      const own = await storedOne(metadata, { createdBy: 'ann', folderId: inner.id, size: 5 })
      const other = await storedOne(metadata, { createdBy: 'bob', folderId: inner.id, size: 7 })
      const usage = { tenant, ids: [inner.id] }
      const counted = async (scope: AssetScope | null) =>
        (await metadata.folders.usage({ ...usage, scope })).get(inner.id)
      assert.deepEqual(await counted(ann), { folders: 0, assets: 1, bytes: 5 })
      assert.deepEqual(await counted(null), { folders: 0, assets: 2, bytes: 12 })
      const request = { tenant, scope: ann, id: outer.id }
      const gone = await metadata.folders.delete({ ...request, assets: 'trash' })
      assert.deepEqual(
        [gone.trashed, gone.detached].map((assets) => assets.map(({ id }) => id)),
        [[own.id], [other.id]],
      )
      assert.equal((await metadata.assets.get({ id: other.id }))?.trashedAt, null)
      await assertTree(metadata)
    },
  },
]
