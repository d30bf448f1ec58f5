import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { afterId3, beforeTrailingTags } from '../containers/id3.ts'
import { type Frame, framesLength } from './frames.ts'

const SAMPLE_RATES = [
  96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
]

/** AAC as a bare stream of frames (ISO/IEC 13818-7, 6.2). */
export async function measureAdts(reader: BoundedReader): Promise<Measures> {
  const start = await afterId3(reader)
  const end = await beforeTrailingTags(reader)
  return { durationSeconds: await framesLength(reader, start, end, readAdtsFrame) }
}

/** Reads a frame header, of which seven bytes must be present. */
export function readAdtsFrame(bytes: Buffer, at: number): Frame | undefined {
  if (at + 7 > bytes.length || (bytes.readUInt16BE(at) & 0xfff6) !== 0xfff0) return undefined
  const rate = SAMPLE_RATES[(bytes.readUInt8(at + 2) >> 2) & 15]
  const length = (bytes.readUInt32BE(at + 2) >>> 5) & 0x1fff
  const blocks = (bytes.readUInt8(at + 6) & 3) + 1
  return rate === undefined || length < 7 ? undefined : { length, seconds: (blocks * 1024) / rate }
}
