import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'

/** Bytes of a sample, by encoding. */
const SAMPLE_BYTES: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 3,
  5: 4,
  6: 4,
  7: 8,
  27: 1,
}

/** Length from the header of an AU file: data over rate, channels and sample size. */
export async function measureSunAudio(reader: BoundedReader): Promise<Measures> {
  const head = await reader.head()
  const available = reader.size - head.readUInt32BE(4)
  const written = head.readUInt32BE(8)
  const sample = SAMPLE_BYTES[head.readUInt32BE(12)]
  const rate = head.readUInt32BE(16) * head.readUInt32BE(20) * (sample ?? 0)
  if (rate === 0) throw new RangeError('unknown encoding')
  return { durationSeconds: Math.min(written, available) / rate }
}
