import { END_OF_IMAGE, START_OF_SCAN } from '../../formats/images/jpeg.ts'
import { EXIF, PHOTOSHOP, XMP } from '../../photo/jpeg-blocks.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { CannotClean, type Edits, type Part } from '../edits/edits.ts'
import { cleanResources } from './clean-resources.ts'
import { cleanThumbnail } from './clean-thumbnail.ts'
import { cleanTiff } from './clean-tiff.ts'
import { cleanXmp } from './clean-xmp.ts'
import { COMMENT, isOfApplication, isShown, LONGEST, nextMarker } from './jpeg-segments.ts'
import { mayNameLocation } from './words.ts'

/** A small picture as JPEG within a segment of the JFIF standard (JFIF 1.02). */
const SMALL = 'JFXX\0\x10'
const MOST_SEGMENTS = 4096

/** One picture as JPEG at the start of this part of a file. Returns where it ends. */
export async function cleanJpegPicture(
  reader: BoundedReader,
  edits: Edits,
  part: Part,
): Promise<number> {
  const start = await reader.read(part.start, part.start + 2)
  if (start.toString('latin1') !== '\xff\xd8') throw new CannotClean('no picture')
  let at = part.start + 2
  for (let count = 0; count < MOST_SEGMENTS; count += 1) {
    at = await nextMarker(reader, { start: at, end: part.end })
    if (at === part.end) return at
    const head = await reader.read(at, at + 4 + LONGEST)
    const marker = head.readUInt8(1)
    if (marker === END_OF_IMAGE) return at + 2
    const end = at + 2 + head.readUInt16BE(2)
    if (end > part.end) {
      const isText = isOfApplication(marker) || marker === COMMENT
      if (isText) await edits.zeroUnlessEmpty(reader, { start: at + 4, end: part.end })
      return part.end
    }
    if (marker !== START_OF_SCAN) await cleanSegment(reader, edits, { head, marker, at, end })
    at = end
  }
  throw new CannotClean('too many segments')
}

interface Segment {
  readonly head: Buffer
  readonly marker: number
  readonly at: number
  readonly end: number
}

async function cleanSegment(
  reader: BoundedReader,
  edits: Edits,
  { head, marker, at, end }: Segment,
): Promise<void> {
  const name = head.toString('latin1', 4)
  const content = (prefix: string): Part => ({ start: at + 4 + prefix.length, end })
  if (marker === COMMENT) {
    if (mayNameLocation(await reader.read(at + 4, end))) edits.zero({ start: at + 4, end })
  } else if (!isOfApplication(marker)) return
  else if (marker === 0xe1 && name.startsWith(EXIF)) {
    await cleanTiff(reader, edits, { start: at + 10, end })
  } else if (marker === 0xe1 && name.startsWith(XMP)) {
    await edits.rewrite(reader, content(XMP), cleanXmp)
  } else if (marker === 0xed && name.startsWith(PHOTOSHOP)) {
    await cleanResources(reader, edits, content(PHOTOSHOP), cleanTiff)
  } else if (marker === 0xe0 && name.startsWith(SMALL)) {
    await cleanThumbnail(reader, edits, content(SMALL))
  } else if (!isShown(marker, name)) {
    await edits.zeroUnlessEmpty(reader, { start: at + 4, end })
  }
}
