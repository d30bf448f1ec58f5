import { StowageError } from '../../errors/stowage-error.ts'

/** Up to this many bytes our blob stores answer a read with bytes, above it with a stream. 64 KiB. */
export const INLINE_READ_LIMIT: number = 64 * 1024

/**
 * The window of a file of `size` bytes that a range asks for, the whole file without one. Empty windows
 * may lie anywhere, also at the end. `range_not_satisfiable` (`context.size`) when the range does not lie
 * within the file, or is back to front or not whole.
 */
export function resolveRange(range: ByteRange | undefined, size: number): ByteRange {
  const { start, end } = range ?? { start: 0, end: size }
  const whole = Number.isSafeInteger(start) && Number.isSafeInteger(end)
  if (whole && 0 <= start && start <= end && end <= size) return { start, end }
  throw new StowageError(
    'range_not_satisfiable',
    `The range does not lie within the ${size} bytes of the file.`,
    { context: { size } },
  )
}

/** Whether a range asks for at least one byte, in whole numbers. */
export function asksForBytes({ start, end }: ByteRange): boolean {
  return Number.isSafeInteger(start) && Number.isSafeInteger(end) && 0 <= start && start < end
}

/** A window of bytes, `start` included, `end` excluded. */
export interface ByteRange {
  /** The first byte, from 0. */
  readonly start: number
  /** The byte after the last. */
  readonly end: number
}
