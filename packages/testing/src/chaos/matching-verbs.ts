import assert from 'node:assert/strict'
import type { MatchingAssets, MatchingChanged } from '@stowage/core/types'
import { twoAssets } from './samples.ts'
import type { ChaosVerb } from './verb.ts'

/** Changes every matching asset, and no other. */
function changing(
  name: string,
  change: (assets: MatchingAssets, signal: AbortSignal) => Promise<MatchingChanged>,
): ChaosVerb {
  return {
    name,
    async prepare(store) {
      const ids = await twoAssets(store)
      await store.select(ids).tag({ add: ['chosen'] })
      await store.upload(Buffer.from('another'), { name: 'another.txt' })
      if (name === 'matching restore') await store.trash(ids)
      return async (open, signal) => {
        const { changed } = await change(open.matching({ tags: ['chosen'] }), signal)
        assert.equal(changed, 2)
      }
    },
  }
}

/** Verbs that change all assets that a filter finds. */
export const matchingVerbs: readonly ChaosVerb[] = [
  changing('matching trash', (assets, signal) => assets.trash({ expected: 2, signal })),
  changing('matching restore', (assets, signal) => assets.restore({ signal })),
  changing('matching tag', (assets, signal) => assets.tag({ add: ['new'] }, { signal })),
  changing('matching setFavourite', (assets, signal) => assets.setFavourite(true, { signal })),
  {
    name: 'matching move',
    async prepare(store) {
      await twoAssets(store)
      const { id } = await store.folders.create({ name: 'chosen' })
      return async (open, signal) => {
        const run = open.matching({ folderId: null }).move(id, { signal, approve: () => {} })
        assert.equal((await run).changed, 2)
      }
    },
  },
  {
    name: 'setFavourite',
    async prepare(store) {
      const ids = await twoAssets(store)
      return async (open, signal) => {
        assert.equal((await open.select(ids).setFavourite(true, { signal })).length, 2)
      }
    },
  },
]
