import type { BoundedReader } from '../bounded-reader.ts'
import { findBox } from './iso-boxes.ts'
import type { Measures } from './measures.ts'

/** Size from the image header box (ITU-T T.800, I.5.3.1). */
export async function measureJpeg2000(reader: BoundedReader): Promise<Measures> {
  const box = await findBox(reader, { start: 0, end: reader.size }, 'jp2h', 'ihdr')
  if (!box) throw new RangeError('no image header')
  const bytes = await reader.read(box.start, box.start + 8)
  return { width: bytes.readUInt32BE(4), height: bytes.readUInt32BE(0) }
}
