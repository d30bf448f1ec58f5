import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { oriented, readOrientation } from './orientation.ts'
import type { XmpPacket } from './xmp.ts'

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
const APP1 = 0xe1
const SEARCHED = 4096
/** What the two kinds of APP1 begin with, as far as needed to recognise them (CIPA DC-008, 4.7.2; XMP part 3, 1.1.3). */
const EXIF = 'Exif'
const XMP = 'http://ns.adobe.com/xap/1.0/\0'

/** Walks the marker segments to the frame header (ITU-T T.81, B.1.1 and B.2.2), past stray bytes between them. */
export async function measureJpeg(reader: BoundedReader): Promise<Measures> {
  let exif: number | undefined
  let xmp: XmpPacket | undefined
  for (let at = 2; ; ) {
    const bytes = await reader.read(at, at + 4 + XMP.length)
    const marker = bytes.readUInt8(1)
    if (bytes.readUInt8(0) !== 0xff || marker === 0xff || marker === 0) {
      at = await nextMarker(reader, at + 1)
      continue
    }
    if (isFrame(marker)) {
      const size = { width: bytes.readUInt16BE(7), height: bytes.readUInt16BE(5) }
      return oriented(size, await readOrientation(reader, { exif, xmp }))
    }
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) throw new RangeError('no frame')
    if (isBare(marker)) {
      at += 2
      continue
    }
    const end = at + 2 + bytes.readUInt16BE(2)
    if (marker === APP1) {
      const kind = bytes.toString('latin1', 4)
      if (kind.startsWith(EXIF)) exif ??= at + 10
      if (kind === XMP) xmp ??= { start: at + 4, end }
    }
    at = end
  }
}

/** Past fill bytes and stray ones (B.1.1.2), a page at a time: one read for each would cost too much. */
async function nextMarker(reader: BoundedReader, from: number): Promise<number> {
  for (let start = from; start + 1 < reader.size; ) {
    const bytes = await reader.read(start, start + SEARCHED)
    for (let at = 0; at + 1 < bytes.length; at += 1) {
      if (bytes[at] === 0xff && bytes[at + 1] !== 0xff && bytes[at + 1] !== 0) return start + at
    }
    // The last byte may be the first of a marker.
    start += bytes.length - 1
  }
  throw new RangeError('no marker')
}

/** SOF0 … SOF15 without the tables (DHT, JPG, DAC) among them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

/** Markers without a segment: TEM, RSTn, SOI. */
function isBare(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
}
