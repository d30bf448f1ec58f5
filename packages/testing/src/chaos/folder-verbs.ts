import assert from 'node:assert/strict'
import type { AssetStore } from '@stowage/core'
import { inChunks, large, small } from './samples.ts'
import { type ChaosVerb, plain } from './verb.ts'

/** A folder with a subfolder. Each contains an active asset and one in the trash. */
async function filled(store: AssetStore) {
  const outer = await store.folders.create({ name: 'outer' })
  const inner = await store.folders.create({ name: 'inner', parentId: outer.id })
  const ids: string[] = []
  for (const { id: folderId, name } of [outer, inner]) {
    const files = ['kept', 'trashed'].map((kind) => ({ source: small, name: `${kind} ${name}` }))
    const [kept, trashed] = await store.uploadMany(files, { folderId })
    assert.ok(kept && trashed)
    await store.trash(trashed.id)
    ids.push(kept.id)
  }
  return { outer, inner, ids }
}

/** A deletion that removes the assets from both folders in this way. */
function deletion(assets: 'detach' | 'trash'): ChaosVerb {
  return {
    name: `folders.delete that ${assets === 'detach' ? 'detaches' : 'trashes'}`,
    async prepare(store) {
      const { outer } = await filled(store)
      return (open, signal) => open.folders.delete(outer.id, { assets, signal })
    },
  }
}

/** Folders, and assets that move into them. */
export const folderVerbs: readonly ChaosVerb[] = [
  plain('folders.create', async (store) => {
    assert.deepEqual((await store.folders.create({ name: 'fresh' })).path, ['fresh'])
  }),
  {
    name: 'folders.update',
    async prepare(store) {
      const { inner } = await filled(store)
      return async (open, signal) => {
        const changes = { name: 'moved', parentId: null }
        assert.deepEqual((await open.folders.update(inner.id, changes, { signal })).path, ['moved'])
      }
    },
  },
  {
    name: 'folders.get, list and usage',
    async prepare(store) {
      const { outer } = await filled(store)
      return async (open, signal) => {
        assert.deepEqual(await open.folders.get(outer.id, { signal }), outer)
        assert.equal((await open.folders.list({ signal })).total, 2)
        const usage = await open.folders.usage([outer.id], { signal })
        assert.equal(usage.get(outer.id)?.assets, 1)
      }
    },
  },
  deletion('detach'),
  deletion('trash'),
  {
    name: 'move',
    async prepare(store) {
      const { outer, ids } = await filled(store)
      return async (open, signal) => {
        assert.equal((await open.select(ids).move(outer.id, { signal })).length, 1)
      }
    },
  },
  {
    name: 'upload into a folder',
    async prepare(store) {
      const { id: folderId } = await store.folders.create({ name: 'full' })
      return async (open, signal) => {
        const files = [{ source: small }, { source: inChunks(large) }]
        assert.equal((await open.uploadMany(files, { folderId, signal })).length, 2)
      }
    },
  },
]
