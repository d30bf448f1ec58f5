import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { createMemoryStaging } from '@stowage/core/internal'
import type { ContractCase } from '../contract/contract.ts'
import type { BlobFixture } from './blob-fixture.ts'
import {
  assertAborted,
  assertBytes,
  assertCode,
  assertMissing,
  stagedBytes,
  stagedIn,
  stagedInChunks,
  unusedBlobKey,
} from './fixtures.ts'

const KIB = 1024
const MEMORY_SIZES = [0, 1, 64 * KIB, 256 * KIB - 1, 256 * KIB, 256 * KIB + 1, 5 * KIB * KIB + 3]
const STAGED_SIZES = [0, 1, 256 * KIB + 1, 5 * KIB * KIB + 3]

export const blobPutCases: readonly ContractCase<BlobFixture>[] = [
  ...MEMORY_SIZES.map((size) => ({
    name: `put: ${size} bytes of a file in memory come back as they were`,
    async run({ blobs }: BlobFixture) {
      const key = unusedBlobKey()
      const bytes = randomBytes(size)
      await blobs.put(key, stagedBytes(bytes))
      await assertBytes(blobs, key, bytes)
      assert.deepEqual(await blobs.stat(key), { size })
    },
  })),
  ...STAGED_SIZES.map((size) => ({
    name: `put: ${size} bytes of a file in the store's own staging come back as they were`,
    async run({ blobs }: BlobFixture) {
      const key = unusedBlobKey()
      const bytes = randomBytes(size)
      const file = await stagedIn(blobs.staging ?? createMemoryStaging(), bytes)
      await blobs.put(key, file)
      await assertBytes(blobs, key, bytes)
      await file.content.discard()
      await assertBytes(blobs, key, bytes)
      assert.deepEqual(await blobs.stat(key), { size })
    },
  })),
  ...STAGED_SIZES.map((size) => ({
    name: `put: ${size} bytes of a file in foreign staging come back as they were`,
    async run({ blobs }: BlobFixture) {
      const key = unusedBlobKey()
      const bytes = randomBytes(size)
      const file = await stagedIn(createMemoryStaging(), bytes)
      await blobs.put(key, file)
      await file.content.discard()
      await assertBytes(blobs, key, bytes)
    },
  })),
  {
    name: 'put: the staged file can still be read after the put, and put again under another key',
    async run({ blobs }) {
      const [first, second] = [unusedBlobKey(), unusedBlobKey()]
      const bytes = randomBytes(300 * KIB)
      const file = await stagedIn(blobs.staging ?? createMemoryStaging(), bytes)
      await blobs.put(first, file)
      assert.ok(bytes.equals(await file.read({ start: 0, end: file.size })))
      await blobs.put(second, file)
      await file.content.discard()
      await blobs.delete([first])
      await assertBytes(blobs, second, bytes)
    },
  },
  {
    name: 'put: what becomes of the bytes in memory afterwards does not reach the blob',
    async run({ blobs }) {
      const key = unusedBlobKey()
      const bytes = randomBytes(1000)
      await blobs.put(key, stagedBytes(bytes))
      const before = Uint8Array.from(bytes)
      bytes.fill(0)
      await assertBytes(blobs, key, before)
    },
  },
  {
    name: 'put: rejects with `blob_exists` when the key is taken, and leaves that blob alone',
    async run({ blobs }) {
      const key = unusedBlobKey()
      const bytes = randomBytes(500)
      await blobs.put(key, stagedBytes(bytes))
      await assertCode(blobs.put(key, stagedBytes(randomBytes(600))), 'blob_exists')
      const staged = await stagedIn(blobs.staging ?? createMemoryStaging(), randomBytes(700))
      await assertCode(blobs.put(key, staged), 'blob_exists')
      await staged.content.discard()
      await assertBytes(blobs, key, bytes)
    },
  },
  {
    name: 'put: of several puts under one key at the same time one wins, and its bytes are whole',
    async run({ blobs }) {
      const key = unusedBlobKey()
      const contents = Array.from({ length: 8 }, () => randomBytes(100 * KIB))
      const results = await Promise.allSettled(
        contents.map((bytes) => blobs.put(key, stagedBytes(bytes))),
      )
      const won = contents.filter((_, index) => results[index]?.status === 'fulfilled')
      assert.equal(won.length, 1)
      for (const result of results) {
        if (result.status === 'rejected') {
          await assertCode(Promise.reject(result.reason), 'blob_exists')
        }
      }
      for (const bytes of won) await assertBytes(blobs, key, bytes)
    },
  },
  {
    name: 'put: many blobs at the same time are all whole',
    async run({ blobs }) {
      const files = Array.from({ length: 64 }, (_, index) => ({
        key: unusedBlobKey(),
        bytes: randomBytes(index * 997),
      }))
      await Promise.all(files.map(({ key, bytes }) => blobs.put(key, stagedBytes(bytes))))
      for (const { key, bytes } of files) await assertBytes(blobs, key, bytes)
    },
  },
  {
    name: 'put: nothing can be read when the source fails in the middle',
    async run({ blobs }) {
      const key = unusedBlobKey()
      const failure = new Error('the source failed')
      const file = stagedInChunks(randomBytes(300 * KIB), (start) => {
        if (start >= 128 * KIB) throw failure
      })
      await assert.rejects(blobs.put(key, file))
      await assertMissing(blobs, key)
      await blobs.delete([key])
    },
  },
  {
    name: 'put: an aborted signal rejects with its reason, and nothing can be read',
    async run({ blobs }) {
      const key = unusedBlobKey()
      const reason = new Error('enough')
      const file = stagedBytes(randomBytes(10))
      await assertAborted(blobs.put(key, file, { signal: AbortSignal.abort(reason) }), reason)
      await assertMissing(blobs, key)
    },
  },
  {
    name: 'put: an abort in the middle rejects with its reason, and nothing can be read',
    async run({ blobs }) {
      const key = unusedBlobKey()
      const controller = new AbortController()
      const reason = new Error('enough')
      const file = stagedInChunks(randomBytes(300 * KIB), (start) => {
        if (start >= 128 * KIB) controller.abort(reason)
      })
      await assertAborted(blobs.put(key, file, { signal: controller.signal }), reason)
      await assertMissing(blobs, key)
      await blobs.delete([key])
    },
  },
  {
    name: 'put: an abort while no more bytes come from the file rejects with its reason',
    async run({ blobs }) {
      const key = unusedBlobKey()
      const controller = new AbortController()
      const reason = new Error('enough')
      const stuck = new Readable({ read: () => queueMicrotask(() => controller.abort(reason)) })
      const file = { ...stagedInChunks(randomBytes(300 * KIB), () => {}), stream: () => stuck }
      await assertAborted(blobs.put(key, file, { signal: controller.signal }), reason)
      assert.ok(stuck.destroyed)
      await assertMissing(blobs, key)
    },
  },
  ...['', 'short', 'A'.repeat(32), '../'.repeat(10), `${'a'.repeat(31)}/`, 'a'.repeat(33)].map(
    (key) => ({
      name: `every method refuses ${JSON.stringify(key)} as a key`,
      async run({ blobs }: BlobFixture) {
        const refused = ['invalid_argument', { argument: 'key' }] as const
        await assertCode(blobs.put(key, stagedBytes(randomBytes(1))), ...refused)
        await assertCode(blobs.read(key), ...refused)
        await assertCode(blobs.stat(key), ...refused)
        await assertCode(blobs.delete([unusedBlobKey(), key]), ...refused)
      },
    }),
  ),
]
