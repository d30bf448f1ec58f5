import type { BoundedReader } from '../../reading/bounded-reader.ts'
import type { IsoBox } from '../containers/iso-boxes.ts'

/** How a movie or a track counts time. */
export interface MovieTime {
  /** Ticks a second. */
  readonly timescale: number
  /** Seconds; 0 when the header does not say. */
  readonly length: number
}

/** Reads `mvhd` or `mdhd`, which begin alike (ISO/IEC 14496-12, 8.2.2 and 8.4.2). */
export async function readMovieTime(reader: BoundedReader, box: IsoBox): Promise<MovieTime> {
  const bytes = await reader.read(box.start, box.start + 32)
  const isLong = bytes.readUInt8(0) === 1
  const timescale = bytes.readUInt32BE(isLong ? 20 : 12)
  const ticks = isLong ? Number(bytes.readBigUInt64BE(24)) : bytes.readUInt32BE(16)
  // All bits set means unknown.
  const isUnknown = timescale === 0 || ticks >= (isLong ? 2 ** 63 : 2 ** 32 - 1)
  return { timescale, length: isUnknown ? 0 : ticks / timescale }
}
