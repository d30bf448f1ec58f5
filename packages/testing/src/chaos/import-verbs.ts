import assert from 'node:assert/strict'
import { isStowageError } from '@stowage/core'
import { inChunks, large, small } from './samples.ts'
import { sha256 } from './state.ts'
import { type ChaosVerb, plain } from './verb.ts'

const id = '0b6f5a3c-0000-4000-8000-00000000cafe'

/** What another system knew about a file. */
const item = {
  id,
  externalId: 'old/4711',
  name: 'old.txt',
  createdAt: '2019-05-01T10:00:00Z',
  sha256: sha256(large),
}

/** Imports of files from another system. */
export const importVerbs: readonly ChaosVerb[] = [
  plain('import', async (store, signal) => {
    const source = () => inChunks(large)
    const { asset, outcome } = await store.admin.import({ ...item, source }, { signal })
    assert.deepEqual([outcome, asset.id, asset.sha256], ['stored', id, sha256(large)])
  }),
  plain('import into the trash', async (store, signal) => {
    const trashedAt = '2020-05-01T10:00:00Z'
    const request = { source: small, externalId: 'trashed', trashedAt }
    const { asset } = await store.admin.import(request, { signal })
    assert.equal(asset.trashedAt, '2020-05-01T10:00:00.000000Z')
  }),
  {
    name: 'import that is tried again',
    async prepare() {
      return async (store, signal) => {
        const attempt = () =>
          store.admin.import({ ...item, source: () => inChunks(large) }, { signal })
        const { asset } = await attempt().catch((error: unknown) => {
          if (signal.aborted || isStowageError(error, 'closed')) throw error
          return attempt()
        })
        assert.equal(asset.id, id)
        assert.equal((await store.list()).total, 1)
      }
    },
    // The second attempt may be refused for a reason of its own.
    steps: true,
  },
]
