import type { BoundedReader } from '../reading/bounded-reader.ts'
import type { ByteRange } from '../reading/readable-file.ts'
import { blockBytes, type FindBlocks, type MetadataBlocks } from './blocks.ts'

/** Resources with metadata (Adobe Photoshop File Formats, "Image Resource IDs"). */
const IPTC = 0x0404
const EXIF = 0x0422
const XMP = 0x0424
const MOST_RESOURCES = 256

/** One resource: its number and where its content is, which may end beyond what holds it. */
interface Resource extends ByteRange {
  readonly id: number
  /** Where the next one is. */
  readonly next: number
}

/** The image resources between two offsets; ends silently at bytes that are none. */
export async function* resources(
  reader: BoundedReader,
  { start, end }: ByteRange,
): AsyncGenerator<Resource> {
  for (let at = start; at + 12 <= end; ) {
    const head = await reader.read(at, at + 7)
    if (head.toString('latin1', 0, 4) !== '8BIM') return
    // A name of a length byte and characters, padded to an even size.
    const body = at + 6 + ((head.readUInt8(6) + 2) & ~1)
    const size = (await reader.read(body, body + 4)).readUInt32BE(0)
    const content = { start: body + 4, end: body + 4 + size }
    const next = content.end + (size & 1)
    yield { id: head.readUInt16BE(4), ...content, next }
    at = next
  }
}

/** Finds blocks among the image resources between two offsets. */
export async function findInResources(
  reader: BoundedReader,
  blocks: MetadataBlocks,
  { start, end }: ByteRange,
): Promise<void> {
  let count = 0
  for await (const { id, ...resource } of resources(reader, { start, end })) {
    const content = { start: resource.start, end: Math.min(resource.end, end) }
    if (id === IPTC) await blocks.iptc.add(() => blockBytes(reader, content))
    if (id === EXIF) await blocks.exif.add(() => ({ reader, base: content.start }))
    if (id === XMP) await blocks.xmp.add(() => blockBytes(reader, content))
    count += 1
    if (count === MOST_RESOURCES) return
  }
}

/** A Photoshop document: the resources follow the color mode data. */
export const findInPhotoshop: FindBlocks = async (reader, blocks) => {
  const colors = (await reader.read(26, 30)).readUInt32BE(0)
  const start = 30 + colors
  const length = (await reader.read(start, start + 4)).readUInt32BE(0)
  await findInResources(reader, blocks, { start: start + 4, end: start + 4 + length })
}
