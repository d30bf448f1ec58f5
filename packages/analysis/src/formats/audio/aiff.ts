import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { afterId3 } from '../containers/id3.ts'
import { chunks } from '../containers/riff.ts'
import { fittingLength, LARGEST_FRAME, uncompressedLength } from './fitting-length.ts'

/** Of AIFF-C: sound that is not compressed. */
const PLAIN = ['NONE', 'sowt', 'twos', 'raw ', 'in24', 'in32', 'fl32', 'FL32', 'fl64', 'FL64']

/** Length from the common chunk: samples of a channel over the rate (AIFF 1.3, "The Common Chunk"). */
export async function measureAiff(reader: BoundedReader): Promise<Measures> {
  const form = await afterId3(reader)
  const isAiffC = (await reader.read(form + 8, form + 12)).toString('latin1') === 'AIFC'
  for await (const { name, start } of chunks(reader, form + 12, reader.size, 'big')) {
    if (name !== 'COMM') continue
    const bytes = await reader.read(start, start + 22)
    const rate = extendedFloat(bytes.subarray(8))
    const samples = bytes.readUInt32BE(2)
    const isPlain = !isAiffC || PLAIN.includes(bytes.toString('latin1', 18, 22))
    const bits = bytes.readUInt16BE(0) * Math.ceil(bytes.readUInt16BE(6) / 8) * 8
    return {
      durationSeconds:
        isPlain || samples === 0
          ? uncompressedLength({ samples, rate, bits }, reader.size)
          : fittingLength(samples / rate, samples / LARGEST_FRAME, reader.size),
    }
  }
  throw new RangeError('no common chunk')
}

/** An 80-bit IEEE 754 extended number; sample rates have no sign and fit the upper half of the fraction. */
function extendedFloat(bytes: Buffer): number {
  const exponent = (bytes.readUInt16BE(0) & 0x7fff) - 16383
  return bytes.readUInt32BE(2) * 2 ** (exponent - 31)
}
