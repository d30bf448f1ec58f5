import type { ByteRange } from '@stowage/core/types'

const SINGLE = /^bytes=[ \t]*(?:(\d+)-(\d*)|-(\d+))[ \t]*$/i

/**
 * The window of a file that a `Range` asks for (RFC 9110 §14.1.2), clipped to the file. `null`: send it
 * whole, because the header is absent, broken, of another unit, or asks for several ranges.
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | null {
  const match = header === undefined ? null : SINGLE.exec(header)
  if (match === null) return null
  const [, first, last = '', suffix] = match
  if (suffix !== undefined) {
    if (Number(suffix) === 0) return 'unsatisfiable'
    // The last bytes of an empty file are an empty range, which Content-Range cannot express.
    return size === 0 ? null : { start: Math.max(0, size - Number(suffix)), end: size }
  }
  const start = Number(first)
  const end = last === '' ? size : Math.min(Number(last) + 1, size)
  if (last !== '' && Number(last) < start) return null
  return start < size ? { start, end } : 'unsatisfiable'
}
