import assert from 'node:assert/strict'
import type { Folder } from '@stowage/core'
import type { ContractCase } from '../../contract/contract.ts'
import { at, newVariant, refuses, storedOne } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'
import { allFolders, assertTree, folderIn, nested, newFolder } from './folder-fixture.ts'

const tenant = 'default'
const unknown = '01890000-0000-7000-8000-000000000000'

const namesOf = (folders: readonly Folder[]) => folders.map(({ name }) => name)

export const folderCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'create stores a folder with its path and times, which get gives back to its tenant alone',
    async run({ metadata, clock }) {
      clock.set(5)
      const top = await folderIn(metadata, null, 'Straße 🏖')
      const inner = await folderIn(metadata, top, 'Düne')
      assert.deepEqual(inner, {
        id: inner.id,
        tenant,
        name: 'Düne',
        parentId: top.id,
        path: ['Straße 🏖', 'Düne'],
        createdBy: null,
        createdAt: at(5),
        updatedAt: at(5),
      })
      const { folders } = metadata
      assert.deepEqual(await folders.get({ tenant, id: inner.id }), inner)
      assert.equal(await folders.get({ tenant: 'other', id: inner.id }), null)
      assert.equal(await folders.get({ tenant, id: unknown }), null)
      assert.equal(await folders.get({ tenant, id: 'no id' }), null)
      await refuses(folders.create(newFolder({ id: top.id })), 'invalid_argument')
    },
  },
  {
    name: 'create in a folder that is unknown or of another tenant is folder_not_found',
    async run({ metadata }) {
      const { id } = await metadata.folders.create(newFolder({ tenant: 'other' }))
      for (const parentId of [id, unknown, 'no id']) {
        const call = metadata.folders.create(newFolder({ parentId }))
        await refuses(call, 'folder_not_found', { ids: [parentId] })
      }
      assert.deepEqual(await allFolders(metadata), [])
    },
  },
  {
    name: 'siblings with names that differ by case or composition alone are folder_exists, others are not',
    async run({ metadata }) {
      const { folders } = metadata
      const top = await folderIn(metadata, null, 'Straße')
      await refuses(folderIn(metadata, null, 'STRASSE'), 'folder_exists', { id: top.id })
      await refuses(folderIn(metadata, null, 'straße'), 'folder_exists')
      const inner = await folderIn(metadata, top, 'Straße')
      const accent = await folderIn(metadata, top, 'Caf\u00e9')
      await refuses(folderIn(metadata, top, 'CAFE\u0301'), 'folder_exists', { id: accent.id })
      const plain = await folderIn(metadata, top, 'cafe')
      await folders.create(newFolder({ name: 'straße', tenant: 'other' }))
      const rename = (id: string, name: string) => folders.update({ tenant, id, changes: { name } })
      await refuses(rename(plain.id, 'Caf\u00c9'), 'folder_exists', { id: accent.id })
      const move = folders.update({ tenant, id: inner.id, changes: { parentId: null } })
      await refuses(move, 'folder_exists', { id: top.id })
      assert.equal((await rename(top.id, 'STRASSE')).folder.name, 'STRASSE')
      assert.deepEqual((await folders.get({ tenant, id: inner.id }))?.path, ['STRASSE', 'Straße'])
    },
  },
  {
    name: 'list sorts by name as people do, gives any part, and the exact total',
    async run({ metadata }) {
      const names = ['äb', 'Bild 2', 'bild 10', 'z']
      const inners = ['Änderung', 'b']
      const [first] = await Promise.all(
        names.toReversed().map((name) => folderIn(metadata, null, name)),
      )
      assert.ok(first)
      for (const name of inners) await folderIn(metadata, first, name)
      await metadata.folders.create(newFolder({ tenant: 'other' }))
      const list = (parentId: string | null | undefined, offset = 0, limit = 100) =>
        metadata.folders.list({
          tenant,
          offset,
          limit,
          ...(parentId !== undefined && { parentId }),
        })
      assert.deepEqual(namesOf((await list(null)).folders), names)
      assert.deepEqual(namesOf((await list(first.id)).folders), inners)
      const all = await list(undefined)
      assert.deepEqual(namesOf(all.folders), ['äb', 'Änderung', 'b', 'Bild 2', 'bild 10', 'z'])
      assert.deepEqual(all.folders.at(1)?.path, ['z', 'Änderung'])
      const part = await list(null, 1, 2)
      assert.deepEqual([namesOf(part.folders), part.total], [names.slice(1, 3), 4])
      assert.deepEqual(await list(null, 4), { folders: [], total: 4 })
      assert.deepEqual(await list(unknown), { folders: [], total: 0 })
      const nobody = { tenant: 'nobody', offset: 0, limit: 1 }
      assert.deepEqual(await metadata.folders.list(nobody), { folders: [], total: 0 })
    },
  },
  {
    name: 'update renames and moves with all that is in it; updatedAt moves only when something differs',
    async run({ metadata, clock }) {
      const { folders } = metadata
      const [a, b, c] = await nested(metadata, 3)
      const other = await folderIn(metadata, null, 'other')
      assert.ok(a && b && c)
      clock.set(10)
      const request = { tenant, id: b.id }
      const moved = await folders.update({ ...request, changes: { parentId: other.id } })
      assert.deepEqual(moved, {
        folder: { ...b, parentId: other.id, path: ['other', 'deep 2'], updatedAt: at(10) },
        changed: true,
      })
      assert.deepEqual(await folders.get({ tenant, id: c.id }), {
        ...c,
        path: ['other', 'deep 2', 'deep 3'],
      })
      clock.set(20)
      const same = { name: 'deep 2', parentId: other.id }
      for (const changes of [{}, same]) {
        const updated = await folders.update({ ...request, changes })
        assert.deepEqual(updated, { folder: moved.folder, changed: false })
      }
      const both = { name: 'Top', parentId: null }
      const { folder } = await folders.update({ ...request, changes: both })
      assert.deepEqual([folder.path, folder.updatedAt], [['Top'], at(20)])
      await refuses(folders.update({ tenant, id: unknown, changes: both }), 'folder_not_found')
      await refuses(
        folders.update({ tenant: 'other', id: a.id, changes: both }),
        'folder_not_found',
        { ids: [a.id] },
      )
      const nowhere = { parentId: unknown }
      await refuses(folders.update({ ...request, changes: nowhere }), 'folder_not_found', {
        ids: [unknown],
      })
      await assertTree(metadata)
    },
  },
  {
    name: 'a move into itself or below is folder_cycle, and changes nothing',
    async run({ metadata }) {
      const line = await nested(metadata, 4)
      const [a] = line
      assert.ok(a)
      const before = await allFolders(metadata)
      for (const { id } of line) {
        const call = metadata.folders.update({ tenant, id: a.id, changes: { parentId: id } })
        await refuses(call, 'folder_cycle')
      }
      assert.deepEqual(await allFolders(metadata), before)
    },
  },
  {
    name: 'the 33rd folder within others is folder_too_deep, also the deepest one of a move',
    async run({ metadata }) {
      const line = await nested(metadata, 32)
      const deepest = line.at(-1)
      const limit = { limit: 32 }
      assert.ok(deepest)
      assert.equal(deepest.path.length, 32)
      await refuses(folderIn(metadata, deepest, 'below'), 'folder_too_deep', limit)
      const [top, , bottom] = await nested(metadata, 3, 'other')
      assert.ok(top && bottom)
      const into = (parent: Folder | undefined) =>
        metadata.folders.update({ tenant, id: top.id, changes: { parentId: parent?.id ?? null } })
      await refuses(into(line[29]), 'folder_too_deep', limit)
      await into(line[28])
      assert.equal((await metadata.folders.get({ tenant, id: bottom.id }))?.path.length, 32)
      await refuses(folderIn(metadata, bottom, 'below'), 'folder_too_deep')
      await into(undefined)
      await folderIn(metadata, bottom, 'below')
      await assertTree(metadata)
    },
  },
  {
    name: 'usage counts what lies directly in each folder: folders, active assets, their bytes with variants',
    async run({ metadata }) {
      const [a, b] = await nested(metadata, 2)
      const empty = await folderIn(metadata, a ?? null, 'empty')
      const theirs = await metadata.folders.create(newFolder({ tenant: 'other' }))
      assert.ok(a && b)
      const variants = [newVariant({ size: 10 })]
      await storedOne(metadata, { folderId: a.id, size: 100, variants })
      await storedOne(metadata, { folderId: a.id, size: 1, createdBy: 'ann' })
      await storedOne(metadata, { folderId: b.id, size: 1000 })
      await storedOne(metadata, { size: 5000 })
      const { id } = await storedOne(metadata, { folderId: a.id, size: 7 })
      await metadata.assets.setTrashed({ tenant, ids: [id], to: 'trash' })
      const ids = [a.id, b.id, empty.id, theirs.id, unknown]
      const usage = await metadata.folders.usage({ tenant, ids })
      assert.deepEqual(
        usage,
        new Map([
          [a.id, { folders: 2, assets: 2, bytes: 111 }],
          [b.id, { folders: 0, assets: 1, bytes: 1000 }],
          [empty.id, { folders: 0, assets: 0, bytes: 0 }],
        ]),
      )
      const reversed = await metadata.folders.usage({ tenant, ids: ids.toReversed() })
      assert.deepEqual([...usage.keys()], [a.id, b.id, empty.id])
      assert.deepEqual([...reversed.keys()], [empty.id, b.id, a.id])
      assert.equal((await metadata.folders.usage({ tenant: 'nobody', ids })).size, 0)
      assert.equal((await metadata.folders.usage({ tenant, ids: [] })).size, 0)
    },
  },
]
