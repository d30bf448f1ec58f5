import { END_OF_IMAGE, isBare, START_OF_SCAN } from '../formats/images/jpeg.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'
import type { FindBlocks, MetadataBlocks } from './blocks.ts'
import { findInResources } from './photoshop-resources.ts'

const APP1 = 0xe1
const APP13 = 0xed
/** The identifiers of segments, each ending with a zero byte (XMP part 3, 1.1.3; CIPA DC-008, 4.7.2). */
export const EXIF = 'Exif\0'
export const XMP = 'http://ns.adobe.com/xap/1.0/\0'
export const PHOTOSHOP = 'Photoshop 3.0\0'
const LONGEST = Math.max(EXIF.length, XMP.length, PHOTOSHOP.length)
const MOST_SEGMENTS = 1024

/** The segments before the pixels (ITU-T T.81, B.1.1). */
export const findInJpeg: FindBlocks = (reader, blocks) => findInJpegAt(reader, blocks, 0)

/** The same for a JPEG file within another file. */
export async function findInJpegAt(
  reader: BoundedReader,
  blocks: MetadataBlocks,
  start: number,
): Promise<void> {
  let at = start + 2
  for (let count = 0; count < MOST_SEGMENTS; count += 1) {
    const head = await reader.read(at, at + 4 + LONGEST)
    const marker = head.readUInt8(1)
    if (head.readUInt8(0) !== 0xff || marker === START_OF_SCAN || marker === END_OF_IMAGE) return
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (isBare(marker)) {
      at += 2
      continue
    }
    const end = at + 2 + head.readUInt16BE(2)
    if (marker === APP1 || marker === APP13) await addSegment(reader, blocks, { head, at, end })
    at = end
  }
}

async function addSegment(
  reader: BoundedReader,
  blocks: MetadataBlocks,
  { head, at, end }: { readonly head: Buffer; readonly at: number; readonly end: number },
): Promise<void> {
  const name = head.toString('latin1', 4)
  if (name.startsWith(EXIF)) await blocks.exif.add(() => ({ reader, base: at + 10, end }))
  if (name.startsWith(XMP)) await blocks.xmp.add(() => reader.read(at + 4 + XMP.length, end))
  if (name.startsWith(PHOTOSHOP)) {
    await findInResources(reader, blocks, { start: at + 4 + PHOTOSHOP.length, end })
  }
}
