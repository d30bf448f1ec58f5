import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { oriented, readOrientation } from './orientation.ts'

export const START_OF_SCAN = 0xda
export const END_OF_IMAGE = 0xd9
const APP1 = 0xe1
/** Frame of JPEG-LS (ITU-T T.87, C.2.2). */
const LOSSLESS = 0xf7
const SEARCHED = 4096
/** The start of an APP1 segment that holds EXIF (CIPA DC-008, 4.7.2). */
const EXIF = 'Exif'

/** Walks the marker segments to the frame header (ITU-T T.81, B.1.1 and B.2.2), past stray bytes between them. */
export async function measureJpeg(reader: BoundedReader): Promise<Measures> {
  let exif: number | undefined
  for (let at = 2; ; ) {
    const bytes = await reader.read(at, at + 9)
    const marker = bytes.readUInt8(1)
    if (bytes.readUInt8(0) !== 0xff || marker === 0xff || marker === 0) {
      at = await nextMarker(reader, at + 1)
      continue
    }
    if (isFrame(marker)) {
      const size = { width: bytes.readUInt16BE(7), height: bytes.readUInt16BE(5) }
      return oriented(size, await readOrientation(reader, exif))
    }
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) throw new RangeError('no frame')
    if (isBare(marker)) {
      at += 2
      continue
    }
    if (marker === APP1 && bytes.toString('latin1', 4, 8) === EXIF) exif ??= at + 10
    at += 2 + bytes.readUInt16BE(2)
  }
}

/** Skips fill bytes and stray ones (B.1.1.2), a page at a time: a read for each byte would cost too much. */
async function nextMarker(reader: BoundedReader, from: number): Promise<number> {
  for (let start = from; start + 1 < reader.size; ) {
    const bytes = await reader.read(start, start + SEARCHED)
    for (let at = 0; at + 1 < bytes.length; at += 1) {
      if (bytes[at] === 0xff && bytes[at + 1] !== 0xff && bytes[at + 1] !== 0) return start + at
    }
    // The last byte may be the first byte of a marker.
    start += bytes.length - 1
  }
  throw new RangeError('no marker')
}

/** SOF0 … SOF15 without the tables (DHT, JPG, DAC) among them, and SOF55. */
function isFrame(marker: number): boolean {
  if (marker === LOSSLESS) return true
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

/** Markers without a segment: TEM, RSTn, SOI. */
export function isBare(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
}
