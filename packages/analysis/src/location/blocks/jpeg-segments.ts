import { isBare } from '../../formats/images/jpeg.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import type { Part } from '../edits/edits.ts'

export const COMMENT = 0xfe
const START_OF_FRAME = 0xc0
/**
 * Application segments that say how to show the picture, by their markers. All others become zeros: among them are those
 * that continue a long XMP packet, as a value may begin in one and end in the next.
 */
const KEPT: Readonly<Record<number, readonly string[]>> = {
  224: ['JFIF\0', 'JFXX\0'],
  226: ['ICC_PROFILE\0', 'MPF\0', 'urn:iso:std:iso:ts:21496:-1\0'],
  // Photoshop's small pictures begin with one of two bytes, which says how their colours were made.
  237: ['Adobe_CM\0'],
  238: ['Adobe'],
}
/** Bytes after the length of a segment, which say what it is. */
export const LONGEST = 40
/** Bytes that are read at once: first few, as most segments follow each other. */
const FIRST_WINDOW = 4096
const WINDOW = 256 * 1024

/** Whether a segment of an application says how to show the picture. */
export function isShown(marker: number, name: string): boolean {
  return (KEPT[marker] ?? []).some((kept) => name.startsWith(kept))
}

/**
 * The next `0xff` that begins a segment, past the data of a scan, fill bytes and bare markers; the end when there is
 * none.
 */
export async function nextMarker(reader: BoundedReader, { start, end }: Part): Promise<number> {
  let window = FIRST_WINDOW
  for (let from = start; from + 1 < end; window = WINDOW) {
    const bytes = await reader.read(from, Math.min(from + window, end))
    for (let at = bytes.indexOf(0xff); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
      while (bytes[at + 1] === 0xff) at += 1
      const next = bytes[at + 1]
      const isData = next === undefined || isBare(next) || isReserved(next)
      if (!isData) return from + at
    }
    // The last byte may begin a marker.
    from += Math.max(1, bytes.length - 1)
  }
  return end
}

/** Markers that no picture has, and that of escaped data (B.1.1.3): what looks like their length may hide others. */
function isReserved(marker: number): boolean {
  return marker < START_OF_FRAME || (marker >= 0xf0 && marker <= 0xf6)
}

/** Whether it begins a segment of an application. */
export function isOfApplication(marker: number): boolean {
  return marker >= 0xe0 && marker <= 0xef
}
