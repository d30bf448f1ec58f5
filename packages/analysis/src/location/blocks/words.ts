import type { BoundedReader } from '../../reading/bounded-reader.ts'
import type { Part } from '../edits/edits.ts'

/** Words that name a location in text of any kind, and coordinates in the form of ISO 6709, such as `+48.1374+011.5755/`. */
const WORDS =
  /gps|latitude|longitude|geo(?:tag|loc|code)|\blocation\b|[-+]\d{2,6}\.\d{2,8}[-+]\d{3,7}\.\d{2,8}/i
/** Coordinates among other text. */
export const COORDINATES: RegExp = /gps|latitude|longitude|[-+ (]\d{1,3}\.\d{4,}/i

const WINDOW = 64 * 1024
/** Bytes that windows share, so that no word is cut. */
const OVERLAP = 64

/** Whether a text seems to say where something is. Bytes that are zero, as every second one of UTF-16, do not count. */
export function mayNameLocation(bytes: Buffer): boolean {
  return matches(bytes, WORDS)
}

/** The same of a part of the file. */
export function namesLocation(reader: BoundedReader, part: Part): Promise<boolean> {
  return hasWords(reader, part, WORDS)
}

/** Whether a part of the file has such words. */
export async function hasWords(
  reader: BoundedReader,
  { start, end }: Part,
  words: RegExp,
): Promise<boolean> {
  const last = Math.min(end, reader.size)
  for (let at = start; at < last; at += WINDOW - OVERLAP) {
    if (matches(await reader.read(at, Math.min(at + WINDOW, last)), words)) return true
  }
  return false
}

function matches(bytes: Buffer, words: RegExp): boolean {
  return words.test(bytes.toString('latin1').replaceAll('\0', ''))
}
