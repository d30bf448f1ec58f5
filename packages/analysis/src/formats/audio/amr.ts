import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { framesLength } from './frames.ts'

const NARROW = '#!AMR\n'
const WIDE = '#!AMR-WB\n'
const NARROW_BYTES = [13, 14, 16, 18, 20, 21, 27, 32, 6, 1, 1, 1, 1, 1, 1, 1]
const WIDE_BYTES = [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 1, 1, 1, 1, 1, 1]

/** AMR storage format of one channel: frames of 20 ms whose length depends on their mode (RFC 4867, 5). */
export async function measureAmr(reader: BoundedReader): Promise<Measures> {
  const start = (await reader.head()).toString('latin1', 0, WIDE.length)
  const isWide = start === WIDE
  if (!isWide && !start.startsWith(NARROW)) throw new RangeError('several channels')
  const sizes = isWide ? WIDE_BYTES : NARROW_BYTES
  const length = await framesLength(
    reader,
    isWide ? WIDE.length : NARROW.length,
    reader.size,
    (bytes, at) => ({
      length: sizes[(bytes.readUInt8(at) >> 3) & 15] ?? 1,
      seconds: 0.02,
    }),
  )
  return { durationSeconds: length }
}
