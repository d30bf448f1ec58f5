import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { chunks } from '../containers/riff.ts'

/** Amiga pictures: size from the bitmap header (EA IFF 85, ILBM, "BMHD"). */
export async function measureInterleavedBitmap(reader: BoundedReader): Promise<Measures> {
  for await (const { name, start } of chunks(reader, 12, reader.size, 'big')) {
    if (name !== 'BMHD') continue
    const bytes = await reader.read(start, start + 4)
    return { width: bytes.readUInt16BE(0), height: bytes.readUInt16BE(2) }
  }
  throw new RangeError('no bitmap header')
}
