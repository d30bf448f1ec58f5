import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { afterId3 } from '../containers/id3.ts'
import { chunks } from '../containers/riff.ts'

/** Length from the common chunk: frames over rate (AIFF 1.3, "The Common Chunk"). */
export async function measureAiff(reader: BoundedReader): Promise<Measures> {
  for await (const { name, start } of chunks(
    reader,
    (await afterId3(reader)) + 12,
    reader.size,
    'big',
  )) {
    if (name !== 'COMM') continue
    const bytes = await reader.read(start, start + 18)
    const rate = extendedFloat(bytes.subarray(8))
    return { durationSeconds: rate > 0 ? bytes.readUInt32BE(2) / rate : null }
  }
  throw new RangeError('no common chunk')
}

/** An 80-bit IEEE 754 extended number; sample rates have no sign and fit the upper half of the fraction. */
function extendedFloat(bytes: Buffer): number {
  const exponent = (bytes.readUInt16BE(0) & 0x7fff) - 16383
  return bytes.readUInt32BE(2) * 2 ** (exponent - 31)
}
