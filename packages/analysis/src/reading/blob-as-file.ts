import type { ReadableFile } from './readable-file.ts'

/** A `Blob` or `File` as a `ReadableFile`. */
export function blobAsFile(blob: Blob): ReadableFile {
  return {
    size: blob.size,
    read: async ({ start, end }) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
  }
}
