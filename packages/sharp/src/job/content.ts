import { isUint8Array } from 'node:util/types'
import type { StagedFile } from '@stowage/core'

/** The bytes of a picture, in order, `size` of them in all. */
export interface PictureContent {
  readonly size: number
  /** All of them, when they are in memory. */
  readonly bytes?: Uint8Array | undefined
  /** Where another process on this machine may be able to read them. */
  readonly path?: string | undefined
  chunks(): AsyncIterable<Uint8Array>
}

const CHUNK = 512 * 1024

/** The file's bytes, a chunk at a time, so that memory here does not grow with the file. */
export function contentOf(file: StagedFile, signal: AbortSignal | undefined): PictureContent {
  const { size, content } = file
  return {
    size,
    ...(isUint8Array(content) ? { bytes: content } : { path: content.path }),
    chunks: () => chunksOf(file, signal),
  }
}

/** Bytes that are in memory. */
export function contentOfBytes(bytes: Uint8Array): PictureContent {
  return {
    size: bytes.length,
    bytes,
    async *chunks() {
      yield bytes
    },
  }
}

/** Not nested in `contentOf`: V8 makes a hidden class for each generator function. */
async function* chunksOf(
  file: StagedFile,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < file.size; start += CHUNK) {
    signal?.throwIfAborted()
    const end = Math.min(start + CHUNK, file.size)
    const chunk = await file.read({ start, end })
    if (chunk.length !== end - start) throw new Error('The file is shorter than it says.')
    yield chunk
  }
}
