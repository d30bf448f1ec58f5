import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { newBlobKey } from '@stowage/core/ports'
import type { ContractCase } from '../contract/contract.ts'
import type { BlobFixture } from './blob-fixture.ts'
import { assertAborted, collected, stagedBytes, unusedBlobKey } from './fixtures.ts'

export const blobListCases: readonly ContractCase<BlobFixture>[] = [
  {
    name: 'stat: `null` when there is no such blob',
    async run({ blobs }) {
      assert.equal(await blobs.stat(unusedBlobKey()), null)
    },
  },
  {
    name: 'list: an empty store has no blobs',
    async run({ blobs }) {
      assert.deepEqual(await collected(blobs.list()), [])
    },
  },
  {
    name: 'list: every blob once with its size, also those of different times',
    async run({ blobs }) {
      const sizes = new Map<string, number>()
      for (let index = 0; index < 150; index += 1) {
        // Three keys in each time span, the spans months apart.
        sizes.set(newBlobKey(Math.floor(index / 3) * 1e10), index)
      }
      await Promise.all(
        [...sizes].map(([key, size]) => blobs.put(key, stagedBytes(randomBytes(size)))),
      )
      const listed = await collected(blobs.list())
      assert.equal(listed.length, sizes.size)
      for (const { key, size } of listed) assert.equal(size, sizes.get(key))
    },
  },
  {
    name: 'list: always in the same order, and from any key on',
    async run({ blobs }) {
      const keys: string[] = []
      // Seven keys in each time span, the spans both near and far apart.
      for (let n = 0; n < 70; n += 1) keys.push(newBlobKey(Math.floor(n / 7) ** 6 * 2 ** 20))
      await Promise.all(keys.map((key) => blobs.put(key, stagedBytes(randomBytes(1)))))
      const listed = async (options?: { readonly after: string }) =>
        (await collected(blobs.list(options))).map(({ key }) => key)
      const all = await listed()
      assert.deepEqual(all.toSorted(), keys.toSorted())
      for (const index of [0, 6, 7, 20, 33, 68, 69]) {
        assert.deepEqual(await listed({ after: all[index] as string }), all.slice(index + 1))
      }
      // Even after the key of a blob that was deleted meanwhile.
      await blobs.delete([all[20] as string])
      assert.deepEqual(await listed({ after: all[20] as string }), all.slice(21))
    },
  },
  {
    name: 'list: goes on while blobs it has named are deleted',
    async run({ blobs }) {
      const keys = Array.from({ length: 150 }, unusedBlobKey)
      await Promise.all(keys.map((key) => blobs.put(key, stagedBytes(randomBytes(1)))))
      for await (const { key } of blobs.list()) await blobs.delete([key])
      assert.deepEqual(await collected(blobs.list()), [])
    },
  },
  {
    name: 'list: an abort rejects with its reason',
    async run({ blobs }) {
      const reason = new Error('enough')
      await blobs.put(unusedBlobKey(), stagedBytes(randomBytes(1)))
      const signal = AbortSignal.abort(reason)
      await assertAborted(collected(blobs.list({ signal })), reason)
    },
  },
]
