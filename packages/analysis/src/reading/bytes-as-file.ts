import type { ReadableFile } from './readable-file.ts'

/** Bytes in memory as a file. */
export function bytesAsFile(bytes: Uint8Array): ReadableFile {
  return { size: bytes.length, read: async ({ start, end }) => bytes.subarray(start, end) }
}
