import { Readable } from 'node:stream'
import { isUint8Array } from 'node:util/types'
import { requireBlobKey } from '../blobs/blob-key.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { INLINE_READ_LIMIT, resolveRange } from '../blobs/byte-range.ts'
import { blobExists, blobNotFound } from '../errors/blob-errors.ts'
import type { StagedFile } from '../staging/staging.ts'
import { chunksOf } from '../staging/upload-source.ts'
import { createMemoryPieces } from './pieces.ts'
import { createMemoryStaging } from './staging.ts'

/**
 * Blobs in the memory of this process: the shortest implementation of the blob port, for tests and for trying
 * things out. Durable only while the process lives.
 */
export function createMemoryBlobs(): BlobStore & Required<Pick<BlobStore, 'staging' | 'pieces'>> {
  const blobs = new Map<string, Uint8Array>()

  return {
    staging: createMemoryStaging(),
    pieces: createMemoryPieces(),

    async put(key, file, { signal } = {}) {
      requireBlobKey(key)
      signal?.throwIfAborted()
      const bytes = await copyOf(file, signal)
      if (blobs.has(key)) throw blobExists()
      blobs.set(key, bytes)
    },

    async read(key, { range, signal } = {}) {
      requireBlobKey(key)
      signal?.throwIfAborted()
      const bytes = blobs.get(key)
      if (bytes === undefined) throw blobNotFound()
      const { start, end } = resolveRange(range, bytes.byteLength)
      // A copy, so that the caller cannot change the blob.
      const window = bytes.slice(start, end)
      if (window.byteLength <= INLINE_READ_LIMIT) return window
      return Readable.from([window], { objectMode: false, ...(signal && { signal }) })
    },

    async delete(keys, { signal } = {}) {
      for (const key of keys) requireBlobKey(key)
      signal?.throwIfAborted()
      for (const key of keys) blobs.delete(key)
      return []
    },

    async stat(key) {
      requireBlobKey(key)
      const bytes = blobs.get(key)
      return bytes === undefined ? null : { size: bytes.byteLength }
    },

    async *list({ after = '', signal } = {}) {
      for (const key of [...blobs.keys()].sort()) {
        signal?.throwIfAborted()
        const bytes = blobs.get(key)
        if (bytes !== undefined && key > after) yield { key, size: bytes.byteLength }
      }
    },

    async quarantine(key) {
      requireBlobKey(key)
      // No other process could inspect a quarantined blob here, so it is deleted.
      blobs.delete(key)
    },
  }
}

async function copyOf(file: StagedFile, signal?: AbortSignal): Promise<Uint8Array> {
  if (isUint8Array(file.content)) return new Uint8Array(file.content)
  const chunks: Uint8Array[] = []
  for await (const chunk of chunksOf(file.stream(), signal)) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}
