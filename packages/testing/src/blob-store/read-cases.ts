import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ContractCase } from '../contract/contract.ts'
import type { BlobFixture } from './blob-fixture.ts'
import {
  assertAborted,
  assertBytes,
  assertCode,
  bytesOf,
  stagedBytes,
  unusedBlobKey,
} from './fixtures.ts'

const SIZE = 1024 * 1024 + 1
const SMALL = 64 * 1024

export const blobReadCases: readonly ContractCase<BlobFixture>[] = [
  ...[
    { start: 0, end: 1 },
    { start: 0, end: SIZE },
    { start: SIZE - 1, end: SIZE },
    { start: 1, end: SIZE - 1 },
    { start: 0, end: SMALL },
    { start: 5, end: 5 + SMALL + 1 },
    { start: SMALL - 1, end: SMALL + 1 },
    { start: 3, end: 3 },
    { start: SIZE, end: SIZE },
  ].map((range) => ({
    name: `read: bytes ${range.start} to ${range.end} of ${SIZE}`,
    async run({ blobs }: BlobFixture) {
      const key = unusedBlobKey()
      const bytes = randomBytes(SIZE)
      await blobs.put(key, stagedBytes(bytes))
      await assertBytes(blobs, key, bytes.subarray(range.start, range.end), range)
    },
  })),
  ...[
    { start: 0, end: 101 },
    { start: 99, end: 101 },
    { start: 0, end: Number.MAX_SAFE_INTEGER },
    { start: 100, end: 101 },
    { start: 500, end: 600 },
    { start: 101, end: 101 },
    { start: -1, end: 10 },
    { start: 10, end: 9 },
    { start: 0.5, end: 10 },
    { start: 0, end: Number.NaN },
  ].map((range) => ({
    name: `read: \`range_not_satisfiable\` for ${range.start} to ${range.end} of 100`,
    async run({ blobs }: BlobFixture) {
      const key = unusedBlobKey()
      await blobs.put(key, stagedBytes(randomBytes(100)))
      await assertCode(blobs.read(key, { range }), 'range_not_satisfiable', { size: 100 })
    },
  })),
  {
    name: 'read: an empty blob has an empty window and no other',
    async run({ blobs }) {
      const key = unusedBlobKey()
      const empty = new Uint8Array()
      await blobs.put(key, stagedBytes(empty))
      await assertBytes(blobs, key, empty)
      await assertBytes(blobs, key, empty, { start: 0, end: 0 })
      const range = { start: 0, end: 1 }
      await assertCode(blobs.read(key, { range }), 'range_not_satisfiable', { size: 0 })
    },
  },
  {
    name: 'read: `blob_not_found` when there is no such blob, for every range',
    async run({ blobs }) {
      await assertCode(blobs.read(unusedBlobKey()), 'blob_not_found')
      await assertCode(
        blobs.read(unusedBlobKey(), { range: { start: 9, end: 1 } }),
        'blob_not_found',
      )
    },
  },
  {
    name: 'read: any number of reads of one blob do not disturb each other',
    async run({ blobs }) {
      const key = unusedBlobKey()
      const bytes = randomBytes(SIZE)
      await blobs.put(key, stagedBytes(bytes))
      await Promise.all(
        Array.from({ length: 12 }, (_, index) => {
          const range = { start: index * 1000, end: SIZE - index * 70_000 }
          return assertBytes(blobs, key, bytes.subarray(range.start, range.end), range)
        }),
      )
    },
  },
  {
    name: 'read: a stream that is destroyed early ends without an error',
    async run({ blobs }) {
      const key = unusedBlobKey()
      const bytes = randomBytes(SIZE)
      await blobs.put(key, stagedBytes(bytes))
      const body = await blobs.read(key)
      if (body instanceof Readable) {
        const closed = new Promise<void>((resolve, reject) => {
          body.once('close', resolve).once('error', reject)
        })
        body.once('data', () => body.destroy())
        await closed
      }
      await assertBytes(blobs, key, bytes)
    },
  },
  {
    name: 'read: an aborted signal rejects with its reason',
    async run({ blobs }) {
      const key = unusedBlobKey()
      const reason = new Error('enough')
      await blobs.put(key, stagedBytes(randomBytes(10)))
      await assertAborted(blobs.read(key, { signal: AbortSignal.abort(reason) }), reason)
    },
  },
  {
    name: 'read: an abort destroys the stream',
    async run({ blobs }) {
      const key = unusedBlobKey()
      const controller = new AbortController()
      await blobs.put(key, stagedBytes(randomBytes(SIZE)))
      const body = await blobs.read(key, { signal: controller.signal })
      if (!(body instanceof Readable)) return
      controller.abort(new Error('enough'))
      await assert.rejects(buffer(body))
      assert.ok(body.destroyed)
    },
  },
  {
    name: 'read: opened before a delete it is whole, or fails, but is never cut short unnoticed',
    async run({ blobs }) {
      const key = unusedBlobKey()
      const bytes = randomBytes(4 * SIZE)
      await blobs.put(key, stagedBytes(bytes))
      const body = await blobs.read(key)
      await blobs.delete([key])
      const outcome = await bytesOf(body).catch(() => undefined)
      assert.ok(outcome === undefined || bytes.equals(outcome))
    },
  },
]
