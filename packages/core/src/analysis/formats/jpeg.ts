import type { BoundedReader } from '../bounded-reader.ts'
import type { Measures } from './measures.ts'
import { oriented, readOrientation } from './orientation.ts'

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9
const EXIF = 0xe1

/** Walks the marker segments to the frame header (ITU-T T.81, B.1.1 and B.2.2), past stray bytes between them. */
export async function measureJpeg(reader: BoundedReader): Promise<Measures> {
  let orientation: number | undefined
  for (let at = 2; ; ) {
    const bytes = await reader.read(at, at + 10)
    const marker = bytes.readUInt8(1)
    if (bytes.readUInt8(0) !== 0xff || marker === 0xff || marker === 0) {
      at += 1
      continue
    }
    if (isFrame(marker)) {
      return oriented({ width: bytes.readUInt16BE(7), height: bytes.readUInt16BE(5) }, orientation)
    }
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) throw new RangeError('no frame')
    if (isBare(marker)) {
      at += 2
      continue
    }
    if (marker === EXIF && orientation === undefined && bytes.toString('latin1', 4, 8) === 'Exif') {
      orientation = await readOrientation(reader, at + 10)
    }
    at += 2 + bytes.readUInt16BE(2)
  }
}

/** SOF0 … SOF15 without the tables (DHT, JPG, DAC) among them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

/** Markers without a segment: TEM, RSTn, SOI. */
function isBare(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
}
