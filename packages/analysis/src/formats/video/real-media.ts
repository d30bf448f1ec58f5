import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'

/** Length from the properties chunk of a RealMedia file. */
export async function measureRealMedia(reader: BoundedReader): Promise<Measures> {
  const fileHeader = (await reader.head()).readUInt32BE(4)
  const bytes = await reader.read(fileHeader, fileHeader + 34)
  if (bytes.toString('latin1', 0, 4) !== 'PROP') throw new RangeError('no properties')
  return { durationSeconds: bytes.readUInt32BE(30) / 1000 }
}
