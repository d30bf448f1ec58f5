import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { findBox } from '../containers/iso-boxes.ts'
import { codestreamSize } from './jpeg-2000-codestream.ts'

/** Size from the image header box, else from the codestream's own header (ITU-T T.800, I.5.3.1 and A.5.1). */
export async function measureJpeg2000(reader: BoundedReader): Promise<Measures> {
  const file = { start: 0, end: reader.size }
  const box = await findBox(reader, file, 'jp2h', 'ihdr')
  if (!box) {
    const stream = await findBox(reader, file, 'jp2c')
    if (!stream) throw new RangeError('no image header')
    return codestreamSize(await reader.read(stream.start, stream.start + 24))
  }
  const bytes = await reader.read(box.start, box.start + 8)
  return { width: bytes.readUInt32BE(4), height: bytes.readUInt32BE(0) }
}
