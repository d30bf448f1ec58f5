import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { afterId3 } from '../containers/id3.ts'
import { fittingLength } from './fitting-length.ts'

/** Seconds of a frame. */
const FRAME = 256 / 245

/** TTA: samples over the rate (TTA1 lossless audio format, "Header"). */
export async function measureTrueAudio(reader: BoundedReader): Promise<Measures> {
  const start = await afterId3(reader)
  const bytes = await reader.read(start, start + 18)
  const seconds = bytes.readUInt32LE(14) / bytes.readUInt32LE(10)
  return { durationSeconds: fittingLength(seconds, seconds / FRAME, reader.size) }
}
