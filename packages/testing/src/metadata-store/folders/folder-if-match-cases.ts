import assert from 'node:assert/strict'
import { revisionOf } from '@stowage/core'
import type { ContractCase } from '../../contract/contract.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'
import { folderIn } from './folder-fixture.ts'

const CHANGED = { code: 'changed_meanwhile' }
const tenant = 'default'

/** Changes of folders only if they are still as they were read. */
export const folderIfMatchCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'of writers that have read the same folder one changes it, and the others are told',
    async run({ metadata }) {
      const folder = await folderIn(metadata, null, 'read')
      const ifMatch = [revisionOf(folder)]
      const rename = (name: string) =>
        metadata.folders.update({ tenant, id: folder.id, changes: { name }, ifMatch })
      const names = Array.from({ length: 8 }, (_, index) => `renamed ${index}`)
      const results = await Promise.allSettled(names.map(rename))
      const won = results.filter(({ status }) => status === 'fulfilled')
      assert.equal(won.length, 1)
      await assert.rejects(rename('late'), CHANGED)
      await assert.rejects(metadata.folders.delete({ tenant, id: folder.id, ifMatch }), CHANGED)
    },
  },
  {
    name: 'ifMatch lets a folder be changed and deleted as it is, whatever becomes of those around it',
    async run({ metadata }) {
      const top = await folderIn(metadata, null, 'top')
      const folder = await folderIn(metadata, top, 'in it')
      const ifMatch = ['other', revisionOf(folder)]
      await folderIn(metadata, folder, 'further in')
      await metadata.folders.update({ tenant, id: top.id, changes: { name: 'renamed' } })
      const { id } = folder
      const same = await metadata.folders.update({ tenant, id, changes: {}, ifMatch })
      assert.deepEqual([same.changed, same.folder.path], [false, ['renamed', 'in it']])
      await assert.rejects(
        metadata.folders.update({ tenant, id, changes: {}, ifMatch: [] }),
        CHANGED,
      )
      const moved = await metadata.folders.update({
        tenant,
        id,
        changes: { parentId: null },
        ifMatch,
      })
      assert.notEqual(revisionOf(moved.folder), revisionOf(folder))
      await assert.rejects(
        metadata.folders.delete({ tenant, id, assets: 'detach', ifMatch }),
        CHANGED,
      )
      const now = [revisionOf(moved.folder)]
      await metadata.folders.delete({ tenant, id, assets: 'detach', ifMatch: now })
      const unknown = metadata.folders.delete({ tenant, id, ifMatch: now })
      await assert.rejects(unknown, { code: 'folder_not_found' })
    },
  },
]
