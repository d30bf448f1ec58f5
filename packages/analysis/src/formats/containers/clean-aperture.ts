import type { Size } from '../../facts/size.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import type { IsoBox } from './iso-boxes.ts'

/** The size of a picture after its `clap` box; the picture's own when that is impossible (ISO/IEC 14496-12, 12.1.4). */
export async function cleanAperture(reader: BoundedReader, box: IsoBox, size: Size): Promise<Size> {
  const bytes = await reader.read(box.start, Math.min(box.end, box.start + 16))
  if (bytes.length < 16) return size
  const width = Math.floor(bytes.readUInt32BE(0) / bytes.readUInt32BE(4))
  const height = Math.floor(bytes.readUInt32BE(8) / bytes.readUInt32BE(12))
  const isWithin = width > 0 && height > 0 && width <= size.width && height <= size.height
  return isWithin ? { width, height } : size
}
