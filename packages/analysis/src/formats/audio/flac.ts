import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { afterId3 } from '../containers/id3.ts'

/** Length from STREAMINFO; unknown when the encoder did not say (RFC 9639, 8.2). */
export async function measureFlac(reader: BoundedReader): Promise<Measures> {
  const start = await afterId3(reader)
  const bytes = await reader.read(start, start + 26)
  if (bytes.toString('latin1', 0, 4) !== 'fLaC') throw new RangeError('no stream marker')
  return { durationSeconds: streamInfoLength(bytes.subarray(8)) }
}

/** Seconds that a STREAMINFO block gives, `null` when unknown. */
export function streamInfoLength(info: Buffer): number | null {
  const rate = info.readUIntBE(10, 3) >>> 4
  const samples = (info.readUInt8(13) & 15) * 2 ** 32 + info.readUInt32BE(14)
  return rate > 0 && samples > 0 ? samples / rate : null
}
