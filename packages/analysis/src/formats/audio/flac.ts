import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { afterId3 } from '../containers/id3.ts'
import { fittingLength } from './fitting-length.ts'

/** The most samples of a frame (RFC 9639, 8.2). */
const LARGEST_BLOCK = 65_535

/** Length from STREAMINFO; unknown when the encoder did not say (RFC 9639, 8.2). */
export async function measureFlac(reader: BoundedReader): Promise<Measures> {
  const start = await afterId3(reader)
  const bytes = await reader.read(start, start + 26)
  if (bytes.toString('latin1', 0, 4) !== 'fLaC') throw new RangeError('no stream marker')
  return { durationSeconds: streamInfoLength(bytes.subarray(8), reader.size - start) }
}

/** Seconds that a STREAMINFO block gives for a stream of this many bytes, `null` when unknown or untrue. */
export function streamInfoLength(info: Buffer, size: number): number | null {
  const rate = info.readUIntBE(10, 3) >>> 4
  const samples = (info.readUInt8(13) & 15) * 2 ** 32 + info.readUInt32BE(14)
  return fittingLength(samples / rate, samples / LARGEST_BLOCK, size)
}
