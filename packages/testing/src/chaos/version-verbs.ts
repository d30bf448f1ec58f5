import assert from 'node:assert/strict'
import { inChunks, large, picture, small, withUpload } from './samples.ts'
import { sha256 } from './state.ts'
import type { ChaosVerb } from './verb.ts'

/** New bytes under the same id, and copies. */
export const versionVerbs: readonly ChaosVerb[] = [
  {
    name: 'replaceContent',
    options: withUpload,
    leavesBlobs: true,
    async prepare(store) {
      const { id } = await store.upload(picture, { name: 'picture.svg' })
      return async (open, signal) => {
        const asset = await open.versions.replace(id, inChunks(large), {
          name: 'large.txt',
          signal,
        })
        assert.equal(asset.sha256, sha256(large))
        assert.deepEqual(asset.variants, [])
      }
    },
  },
  {
    name: 'versions.restore',
    async prepare(store) {
      const { id } = await store.upload(small, { name: 'a.txt' })
      await store.versions.replace(id, inChunks(large))
      const [version] = await store.versions.list(id)
      assert.ok(version)
      return async (open, signal) => {
        const asset = await open.versions.restore(id, version.id, { signal })
        assert.equal(asset.sha256, sha256(small))
      }
    },
  },
  {
    name: 'versions.list',
    async prepare(store) {
      const { id } = await store.upload(small, { name: 'a.txt' })
      await store.versions.replace(id, inChunks(large))
      return async (open, signal) => {
        assert.equal((await open.versions.list(id, { signal })).length, 1)
      }
    },
  },
  {
    name: 'copy',
    async prepare(store) {
      const { id } = await store.upload(inChunks(large), { name: 'a.txt' })
      return async (open, signal) => {
        const copy = await open.copy(id, { name: 'b.txt', signal })
        assert.equal(copy.sha256, sha256(large))
      }
    },
  },
]
