import { brotliDecompressSync } from 'node:zlib'
import { isoBoxes } from '../formats/containers/iso-boxes.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'
import type { ByteRange } from '../reading/readable-file.ts'
import { blockBytes, type FindBlocks, type MetadataBlocks, type TiffPlace } from './blocks.ts'
import { readerOf } from './png-blocks.ts'

const MOST_BOXES = 4096

/** The boxes `Exif` and `xml `, also compressed (ISO/IEC 18181-2, 9.3 to 9.5). */
export const findInJpegXl: FindBlocks = async (reader, blocks) => {
  if ((await reader.head()).readUInt16BE(0) === 0xff0a) return
  let count = 0
  for await (const { type, start, end } of isoBoxes(reader, 0, reader.size)) {
    count += 1
    if (count > MOST_BOXES) return
    if (type === 'brob') await addPacked(reader, blocks, { start, end })
    if (type === 'xml ') await blocks.xmp.add(() => blockBytes(reader, { start, end }))
    if (type === 'Exif') await blocks.exif.add(() => exifIn(reader, start))
  }
}

/** The offset of the TIFF header comes first. */
async function exifIn(reader: BoundedReader, start: number): Promise<TiffPlace> {
  const offset = (await reader.read(start, start + 4)).readUInt32BE(0)
  return { reader, base: start + 4 + offset }
}

/** The type of the box comes first. */
async function addPacked(
  reader: BoundedReader,
  blocks: MetadataBlocks,
  { start, end }: ByteRange,
): Promise<void> {
  const unpacked = async () => {
    const packed = await blockBytes(reader, { start: start + 4, end })
    return reader.unpack(packed, brotliDecompressSync)
  }
  const type = (await reader.read(start, start + 4)).toString('latin1')
  if (type === 'xml ') await blocks.xmp.add(unpacked)
  if (type === 'Exif') {
    await blocks.exif.add(async () => exifIn(readerOf(await unpacked(), reader.timeLeft), 0))
  }
}
