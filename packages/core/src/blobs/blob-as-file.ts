import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { invalidArgument } from '../errors/invalid-argument.ts'
import type { StagedFile } from '../staging/staging.ts'
import type { BlobStore } from './blob-store.ts'
import type { ByteRange } from './byte-range.ts'

/** A stored blob as a file for processors and analyzers, read window by window. */
export function blobAsFile(
  blobs: BlobStore,
  { blobKey, size, sha256 }: { blobKey: string; size: number; sha256: string },
): StagedFile {
  const whole: ByteRange = { start: 0, end: size }

  async function read({ start, end }: ByteRange): Promise<Uint8Array> {
    const range = { start: Math.min(start, size), end: Math.min(end, size) }
    const body = await blobs.read(blobKey, { range })
    return body instanceof Readable ? buffer(body) : body
  }

  function stream(range: ByteRange = whole): Readable {
    return Readable.from(chunksOf(range), { objectMode: false })
  }

  async function* chunksOf(range: ByteRange): AsyncGenerator<Uint8Array> {
    const body = await blobs.read(blobKey, { range })
    if (body instanceof Readable) yield* body
    else yield body
  }

  const write = () => Promise.reject(invalidArgument('file', 'A stored blob cannot be written to.'))
  return { size, sha256, read, stream, content: { read, stream, write, discard: async () => {} } }
}
