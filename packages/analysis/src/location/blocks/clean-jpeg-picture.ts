import { END_OF_IMAGE, isBare, START_OF_SCAN } from '../../formats/images/jpeg.ts'
import { EXIF, PHOTOSHOP, XMP } from '../../photo/jpeg-blocks.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { CannotClean, type Edits, type Part } from '../edits/edits.ts'
import { cleanResources } from './clean-resources.ts'
import { cleanTiff } from './clean-tiff.ts'
import { cleanXmp } from './clean-xmp.ts'
import { mayNameLocation } from './words.ts'

const COMMENT = 0xfe
/**
 * Application segments that say how to show the picture, by their markers. All others become zeros: among them are those
 * that continue a long XMP packet, as a value may begin in one and end in the next.
 */
const KEPT: Readonly<Record<number, readonly string[]>> = {
  224: ['JFIF\0', 'JFXX\0'],
  226: ['ICC_PROFILE\0', 'MPF\0', 'urn:iso:std:iso:ts:21496:-1\0'],
  238: ['Adobe'],
}
const LONGEST = 40
const MOST_SEGMENTS = 4096
/** Bytes that are read at once: first few, as most segments follow each other. */
const FIRST_WINDOW = 4096
const WINDOW = 256 * 1024

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

/**
 * The next `0xff` that begins a segment, past the data of a scan, fill bytes and bare markers; the end when there is
 * none.
 */
async function nextMarker(reader: BoundedReader, { start, end }: Part): Promise<number> {
  let window = FIRST_WINDOW
  for (let from = start; from + 1 < end; window = WINDOW) {
    const bytes = await reader.read(from, Math.min(from + window, end))
    for (let at = bytes.indexOf(0xff); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
      while (bytes[at + 1] === 0xff) at += 1
      const next = bytes[at + 1]
      const isData = next === undefined || next === 0 || isBare(next)
      if (!isData) return from + at
    }
    // The last byte may begin a marker.
    from += Math.max(1, bytes.length - 1)
  }
  return end
}

/** Whether it begins a segment of an application. */
function isOfApplication(marker: number): boolean {
  return marker >= 0xe0 && marker <= 0xef
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
  } else if (!(KEPT[marker] ?? []).some((kept) => name.startsWith(kept))) {
    await edits.zeroUnlessEmpty(reader, { start: at + 4, end })
  }
}
