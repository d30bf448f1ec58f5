import type { BoundedReader } from '../reading/bounded-reader.ts'
import { blockBytes, type FindBlocks, type MetadataBlocks } from './blocks.ts'

/** Resources with metadata (Adobe Photoshop File Formats, "Image Resource IDs"). */
const IPTC = 0x0404
const EXIF = 0x0422
const XMP = 0x0424
const MOST_RESOURCES = 256

/** Finds blocks among the image resources between two offsets. */
export async function findInResources(
  reader: BoundedReader,
  blocks: MetadataBlocks,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<void> {
  let at = start
  for (let count = 0; count < MOST_RESOURCES && at + 12 <= end; count += 1) {
    const head = await reader.read(at, at + 7)
    if (head.toString('latin1', 0, 4) !== '8BIM') return
    // A name of a length byte and characters, padded to an even size.
    const body = at + 6 + ((head.readUInt8(6) + 2) & ~1)
    const size = (await reader.read(body, body + 4)).readUInt32BE(0)
    const content = { start: body + 4, end: Math.min(body + 4 + size, end) }
    const id = head.readUInt16BE(4)
    if (id === IPTC) await blocks.iptc.add(() => blockBytes(reader, content))
    if (id === EXIF) await blocks.exif.add(() => ({ reader, base: content.start }))
    if (id === XMP) await blocks.xmp.add(() => blockBytes(reader, content))
    at = content.start + size + (size & 1)
  }
}

/** A Photoshop document: the resources follow the color mode data. */
export const findInPhotoshop: FindBlocks = async (reader, blocks) => {
  const colors = (await reader.read(26, 30)).readUInt32BE(0)
  const start = 30 + colors
  const length = (await reader.read(start, start + 4)).readUInt32BE(0)
  await findInResources(reader, blocks, { start: start + 4, end: start + 4 + length })
}
