import { StowageError } from '../errors/stowage-error.ts'

/** Our blob stores answer a read of up to this many bytes with bytes, a larger one with a stream. 64 KiB. */
export const INLINE_READ_LIMIT: number = 64 * 1024

/**
 * The range of a file of `size` bytes that a read asks for; without one, the whole file. Empty ranges may be anywhere,
 * also at the end. `range_not_satisfiable` (`context.size`) when the range is not within the file, runs backwards, or
 * is not of whole numbers.
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

/** A range of bytes, `start` included, `end` excluded. */
export interface ByteRange {
  /** The first byte, from 0. */
  readonly start: number
  /** The byte after the last. */
  readonly end: number
}
