import assert from 'node:assert/strict'
import type { AssetStatus } from '@stowage/core/internal'
import {
  inChunks,
  largePicture,
  onDemand,
  picture,
  small,
  twoAssets,
  withUpload,
} from './samples.ts'
import { sha256 } from './state.ts'
import type { ChaosVerb } from './verb.ts'

/** A late verdict about the content that was scanned. */
function scanned(verdict: 'clean' | 'infected', status: AssetStatus): ChaosVerb {
  return {
    name: `resolveScan: ${verdict}`,
    options: { scan: () => 'wait' },
    async prepare(store) {
      const { id, sha256 } = await store.upload(small, { name: 'held.txt' })
      return async (open, signal) => {
        const asset = await open.admin.resolveScan(id, verdict, { sha256, signal })
        assert.equal(asset.status, status)
      }
    },
  }
}

/** What happens to assets after their upload. */
export const lifeCycleVerbs: readonly ChaosVerb[] = [
  {
    name: 'update',
    async prepare(store) {
      const { id } = await store.upload(small, { name: 'before.txt' })
      const changes = { name: 'after.txt', isFavourite: true }
      return async (open, signal) => {
        assert.equal((await open.update(id, changes, { signal })).name, 'after.txt')
      }
    },
  },
  scanned('clean', 'ready'),
  scanned('infected', 'failed'),
  {
    name: 'trash',
    async prepare(store) {
      const ids = await twoAssets(store)
      return async (open, signal) => {
        assert.equal((await open.trash(ids, { signal })).length, 2)
      }
    },
  },
  {
    name: 'restore',
    async prepare(store) {
      const ids = await twoAssets(store)
      await store.trash(ids)
      return async (open, signal) => {
        assert.equal((await open.restore(ids, { signal })).length, 2)
      }
    },
  },
  {
    name: 'purge',
    options: withUpload,
    async prepare(store) {
      const ids = await twoAssets(store)
      await store.trash(ids)
      return (open, signal) => open.purge(ids, { signal })
    },
  },
  {
    name: 'withVariant',
    options: onDemand,
    async prepare(store) {
      const asset = await store.upload(picture, { name: 'picture.svg' })
      return async (open, signal) => {
        assert.equal(
          (await open.variants.ensure(asset, 'thumbnail', { signal })).variants.length,
          1,
        )
      }
    },
    // An abort stops the wait, not the work.
    steps: true,
  },
  {
    name: 'read of a variant that is made for it',
    options: onDemand,
    async prepare(store) {
      const { id } = await store.upload(inChunks(largePicture), { name: 'large.svg' })
      return async (open, signal) => {
        const file = await open.read(id, { variant: 'thumbnail', signal })
        assert.equal(sha256(await file.bytes()), file.sha256)
      }
    },
    steps: true,
  },
]
