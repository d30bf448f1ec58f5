import { StowageError } from '../errors/stowage-error.ts'
import type { ByteRange } from '../ports/staging.ts'

/** Up to this many bytes a blob store of ours answers a read with bytes, above it with a stream. 64 KiB. */
export const SMALL_WINDOW: number = 64 * 1024

/**
 * The window of a file of `size` bytes that a range asks for, the whole file without one. An end past
 * the end of the file is cut back to it; an empty window may lie anywhere within the file, also at its end.
 * `range_not_satisfiable` (`context.size`) when the range starts past the last byte, is negative, back to
 * front or not whole. After RFC 9110 section 14.1.2.
 */
export function byteWindow(range: ByteRange | undefined, size: number): ByteRange {
  if (range === undefined) return { start: 0, end: size }
  const { start, end } = range
  const whole = Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0
  if (whole && start < end && start < size) return { start, end: Math.min(end, size) }
  if (whole && start === end && start <= size) return { start, end }
  throw new StowageError(
    'range_not_satisfiable',
    `The range does not lie within the ${size} bytes of the file.`,
    { context: { size } },
  )
}
