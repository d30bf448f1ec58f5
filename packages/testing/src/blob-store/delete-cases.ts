import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { ContractCase } from '../contract/contract.ts'
import type { BlobFixture } from './blob-fixture.ts'
import {
  assertAborted,
  assertBytes,
  assertMissing,
  stagedBytes,
  unusedBlobKey,
} from './fixtures.ts'

export const blobDeleteCases: readonly ContractCase<BlobFixture>[] = [
  {
    name: 'delete: no read that starts later finds the blobs, and the others stay',
    async run({ blobs }) {
      const bytes = randomBytes(2000)
      const keys = Array.from({ length: 40 }, unusedBlobKey)
      await Promise.all(keys.map((key) => blobs.put(key, stagedBytes(bytes))))
      const gone = keys.filter((_, index) => index % 2 === 0)
      assert.deepEqual(await blobs.delete(gone), [])
      for (const key of keys) {
        if (gone.includes(key)) await assertMissing(blobs, key)
        else await assertBytes(blobs, key, bytes)
      }
    },
  },
  {
    name: 'delete: missing blobs count as removed',
    async run({ blobs }) {
      const key = unusedBlobKey()
      await blobs.delete([unusedBlobKey()])
      await blobs.put(key, stagedBytes(randomBytes(10)))
      await blobs.delete([unusedBlobKey(), key, unusedBlobKey()])
      await blobs.delete([key])
      await assertMissing(blobs, key)
    },
  },
  {
    name: 'delete: no keys and repeated keys are fine',
    async run({ blobs }) {
      const key = unusedBlobKey()
      await blobs.delete([])
      await blobs.put(key, stagedBytes(randomBytes(10)))
      await blobs.delete([key, key, key])
      await assertMissing(blobs, key)
    },
  },
  {
    name: 'delete: resolves to the keys that it could not delete, each once, and deletes the others',
    async run({ blobs, obstruct }) {
      const keys = Array.from({ length: 5 }, unusedBlobKey)
      await Promise.all(keys.map((key) => blobs.put(key, stagedBytes(randomBytes(10)))))
      const stuck = keys[2] as string
      await obstruct?.(stuck)
      const failed = await blobs.delete([...keys, stuck])
      assert.deepEqual(failed, obstruct === undefined ? [] : [stuck])
      for (const key of keys) {
        if (!failed.includes(key)) await assertMissing(blobs, key)
      }
    },
  },
  {
    name: 'delete: an abort rejects with its reason',
    async run({ blobs }) {
      const bytes = randomBytes(10)
      const keys = Array.from({ length: 100 }, unusedBlobKey)
      await Promise.all(keys.map((key) => blobs.put(key, stagedBytes(bytes))))
      const reason = new Error('enough')
      const signal = AbortSignal.abort(reason)
      await assertAborted(blobs.delete(keys, { signal }), reason)
      for (const key of keys) await assertBytes(blobs, key, bytes)
      assert.deepEqual(await blobs.delete(keys), [])
    },
  },
  {
    name: 'delete: two deletions of the same blobs at the same time both succeed',
    async run({ blobs }) {
      const keys = Array.from({ length: 20 }, unusedBlobKey)
      await Promise.all(keys.map((key) => blobs.put(key, stagedBytes(randomBytes(10)))))
      await Promise.all([blobs.delete(keys), blobs.delete([...keys].reverse())])
      for (const key of keys) assert.equal(await blobs.stat(key), null)
    },
  },
  {
    name: 'delete: puts of the same span of time go on undisturbed',
    async run({ blobs }) {
      const bytes = randomBytes(100)
      const lane = async () => {
        for (let round = 0; round < 25; round += 1) {
          const key = unusedBlobKey()
          await blobs.put(key, stagedBytes(bytes))
          await assertBytes(blobs, key, bytes)
          await blobs.delete([key])
        }
      }
      await Promise.all(Array.from({ length: 4 }, lane))
    },
  },
]
