import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type ErrorCode, isStowageError, type StagedFile } from '@stowage/core'
import { type BlobStore, newBlobKey, type Staging, type StagingFile } from '@stowage/core/ports'
import type { ByteRange } from '@stowage/core/types'

/** A key that no blob has. */
export function unusedBlobKey(): string {
  return newBlobKey(Date.now())
}

/** The bytes as an upload in memory, of any size. */
export function stagedBytes(bytes: Uint8Array): StagedFile {
  return {
    size: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    content: bytes,
    read: async ({ start, end }) => bytes.subarray(start, end),
    stream: ({ start, end }: ByteRange = { start: 0, end: bytes.byteLength }) =>
      Readable.from([bytes.subarray(start, end)], { objectMode: false }),
  }
}

/** The bytes as an upload in this staging. The caller discards its `content`. */
export async function stagedIn(
  staging: Staging,
  bytes: Uint8Array,
): Promise<StagedFile & { readonly content: StagingFile }> {
  const content = await staging.create()
  try {
    await content.write([bytes])
  } catch (error) {
    await content.discard()
    throw error
  }
  const { size, sha256 } = stagedBytes(bytes)
  return {
    size,
    sha256,
    content,
    read: (range) => content.read(range),
    stream: (range = { start: 0, end: size }) => content.stream(range),
  }
}

/**
 * An upload in another staging whose bytes come in chunks of 64 KiB. `beforeChunk` runs before each chunk, so that a
 * case can abort or fail in the middle of a `put`.
 */
export function stagedInChunks(
  bytes: Uint8Array,
  beforeChunk: (start: number) => void,
): StagedFile {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let start = 0; start < bytes.byteLength; start += 65_536) {
      beforeChunk(start)
      yield bytes.subarray(start, start + 65_536)
    }
  }
  const stream = () => Readable.from(chunks(), { objectMode: false })
  const read = async ({ start, end }: ByteRange) => bytes.subarray(start, end)
  const content = { write: async () => {}, read, stream, discard: async () => {} }
  return { ...stagedBytes(bytes), content, stream }
}

/** The result of a read, in memory. */
export async function bytesOf(body: Uint8Array | Readable): Promise<Uint8Array> {
  return body instanceof Uint8Array ? body : buffer(body)
}

/** All items, in memory. */
export async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

/** Fails unless the blob, or this window of it, has exactly these bytes. */
export async function assertBytes(
  blobs: BlobStore,
  key: string,
  expected: Uint8Array,
  range?: ByteRange,
): Promise<void> {
  const actual = await bytesOf(await blobs.read(key, range === undefined ? {} : { range }))
  assert.equal(actual.byteLength, expected.byteLength, 'number of bytes')
  assert.ok(Buffer.compare(actual, expected) === 0, 'the bytes differ')
}

/** Fails unless nothing can be read under the key. */
export async function assertMissing(blobs: BlobStore, key: string): Promise<void> {
  await assertCode(blobs.read(key), 'blob_not_found')
  assert.equal(await blobs.stat(key), null)
}

/** Fails unless the work rejects with this code and, when given, this context among the rest. */
export async function assertCode(
  work: Promise<unknown>,
  code: ErrorCode,
  context: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(isStowageError(error), `expected a StowageError with ${code}, got ${error}`)
    assert.equal(error.code, code)
    for (const [name, value] of Object.entries(context)) {
      assert.deepEqual(error.context[name], value, `context.${name}`)
    }
    return true
  })
}

/** Fails unless the work rejects with exactly this reason. */
export async function assertAborted(work: Promise<unknown>, reason: unknown): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.equal(error, reason)
    return true
  })
}
