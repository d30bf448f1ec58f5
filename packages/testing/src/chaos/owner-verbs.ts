import assert from 'node:assert/strict'
import type { AssetStore } from '@stowage/core'
import { inChunks, large, small, twoAssets } from './samples.ts'
import { type ChaosVerb, plain } from './verb.ts'

const owner = { type: 'post', id: '1', field: 'files' }

/** Two assets of a post; another post has the second one too. */
async function owned(store: AssetStore): Promise<readonly [string, string]> {
  const ids = await twoAssets(store)
  await store.owners.add(ids, owner)
  await store.owners.add(ids[1], { ...owner, id: '2' })
  return ids
}

/** Deletes a post, and does this with the asset that no other post has. */
function deletion(unowned: 'keep' | 'trash' | 'purge'): ChaosVerb {
  return {
    name: `owners.removeAll with ${unowned}`,
    async prepare(store) {
      const [first] = await owned(store)
      return async (open, signal) => {
        const report = await open.owners.removeAll({ type: 'post', id: '1' }, { unowned, signal })
        assert.deepEqual(report, { detached: 2, unowned: [first] })
      }
    },
  }
}

/** Replaces, in a field, the asset that no other post has, and keeps the other one. */
function replacement(unowned: 'trash' | 'purge'): ChaosVerb {
  return {
    name: `owners.set with ${unowned}`,
    async prepare(store) {
      const [first, second] = await owned(store)
      const { id } = await store.upload(small, { pending: true })
      return async (open, signal) => {
        const report = await open.owners.set([second, id], owner, { unowned, signal })
        assert.deepEqual([report.attached, report.detached, report.unowned], [1, 1, [first]])
      }
    },
  }
}

/** Owners, and assets that wait for one. */
export const ownerVerbs: readonly ChaosVerb[] = [
  {
    name: 'owners.add of pending assets',
    async prepare(store) {
      const { id } = await store.upload(small, { pending: true })
      return async (open, signal) => {
        const [asset] = await open.owners.add(id, owner, { signal })
        assert.equal(asset?.pendingUntil, null)
      }
    },
  },
  {
    name: 'owners.remove',
    async prepare(store) {
      const ids = await owned(store)
      return async (open, signal) =>
        assert.equal((await open.owners.remove(ids, owner, { signal })).detached, 2)
    },
  },
  {
    name: 'owners.remove with purge',
    async prepare(store) {
      const ids = await owned(store)
      return async (open, signal) => {
        const report = await open.owners.remove(ids, owner, { unowned: 'purge', signal })
        assert.deepEqual(report, { detached: 2, unowned: [ids[0]] })
      }
    },
  },
  replacement('trash'),
  replacement('purge'),
  deletion('keep'),
  deletion('trash'),
  deletion('purge'),
  {
    name: 'owners.list and of',
    async prepare(store) {
      const ids = await owned(store)
      return async (open, signal) => {
        const assets = await open.owners.list(owner, { signal })
        assert.deepEqual(
          assets.map(({ id }) => id),
          ids,
        )
        assert.equal((await open.owners.of(ids[1], { signal })).length, 2)
      }
    },
  },
  {
    name: 'keep',
    async prepare(store) {
      const { id } = await store.upload(small, { pending: { hours: 1 } })
      return async (open, signal) =>
        assert.equal((await open.select(id).keep({ signal })).length, 1)
    },
  },
  plain('upload of pending files', async (store, signal) => {
    const files = [{ source: small }, { source: inChunks(large) }]
    for (const { pendingUntil } of await store.uploadMany(files, { pending: true, signal })) {
      assert.notEqual(pendingUntil, null)
    }
  }),
]
