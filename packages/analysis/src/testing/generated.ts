import type { ReadableFile } from '../reading/readable-file.ts'

/**
 * A file of `size` bytes that begins with `start` and then repeats `pattern`. Generated as it is read, so it may be
 * large.
 */
export function generatedFile(start: Uint8Array, pattern: Uint8Array, size: number): ReadableFile {
  return {
    size,
    async read(range) {
      const end = Math.min(range.end, size)
      const bytes = Buffer.alloc(Math.max(0, end - range.start))
      const known = start.subarray(range.start, end)
      bytes.set(known)
      const phase = Math.max(0, range.start - start.length) % pattern.length
      const turned = Buffer.concat([pattern.subarray(phase), pattern.subarray(0, phase)])
      return bytes.fill(turned, known.length)
    },
  }
}
