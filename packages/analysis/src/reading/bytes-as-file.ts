import type { ReadableFile } from './readable-file.ts'

/** A file over bytes in memory. */
export function bytesAsFile(bytes: Uint8Array): ReadableFile {
  return { size: bytes.length, read: async ({ start, end }) => bytes.subarray(start, end) }
}
