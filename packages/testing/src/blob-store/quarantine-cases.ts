import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { ContractCase } from '../contract/contract.ts'
import type { BlobFixture } from './blob-fixture.ts'
import {
  assertBytes,
  assertCode,
  assertMissing,
  collected,
  stagedBytes,
  unusedBlobKey,
} from './fixtures.ts'

export const blobQuarantineCases: readonly ContractCase<BlobFixture>[] = [
  {
    name: 'quarantine: no method finds the blob any more, and the others stay',
    async run({ blobs }) {
      const bytes = randomBytes(500)
      const [key, other] = [unusedBlobKey(), unusedBlobKey()]
      await blobs.put(key, stagedBytes(bytes))
      await blobs.put(other, stagedBytes(bytes))
      await blobs.quarantine(key)
      await assertMissing(blobs, key)
      assert.deepEqual(await collected(blobs.list()), [{ key: other, size: 500 }])
      await assertBytes(blobs, other, bytes)
      await blobs.delete([key])
    },
  },
  {
    name: 'quarantine: a missing blob counts as done',
    async run({ blobs }) {
      const key = unusedBlobKey()
      await blobs.quarantine(key)
      await blobs.put(key, stagedBytes(randomBytes(10)))
      await blobs.quarantine(key)
      await blobs.quarantine(key)
      await assertMissing(blobs, key)
    },
  },
  {
    name: 'quarantine: two of the same blob at the same time both succeed',
    async run({ blobs }) {
      const keys = Array.from({ length: 20 }, unusedBlobKey)
      await Promise.all(keys.map((key) => blobs.put(key, stagedBytes(randomBytes(10)))))
      await Promise.all([...keys, ...keys].map((key) => blobs.quarantine(key)))
      for (const key of keys) await assertMissing(blobs, key)
    },
  },
  {
    name: 'quarantine: a blob that is put late under the same key can be put aside too',
    async run({ blobs }) {
      const key = unusedBlobKey()
      for (const size of [10, 20]) {
        await blobs.put(key, stagedBytes(randomBytes(size)))
        await blobs.quarantine(key)
        await assertMissing(blobs, key)
      }
    },
  },
  {
    name: 'quarantine: refuses what is not a key',
    async run({ blobs }) {
      await assertCode(blobs.quarantine('../etc/passwd'), 'invalid_argument', { argument: 'key' })
    },
  },
]
