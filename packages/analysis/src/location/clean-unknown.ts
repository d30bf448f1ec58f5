import type { BoundedReader } from '../reading/bounded-reader.ts'
import { CannotClean } from './edits/edits.ts'

/** How pictures and videos begin that may name a location, and what others have after a size. */
const STARTS = ['\xff\xd8\xff', '\x89PNG', 'GIF8', 'II*\0', 'MM\0*', '\x1aE\xdf\xa3']
const MARKS = ['ftyp', 'WEBP']

/** A file of unknown type, perhaps for lack of time. Stowage refuses one that looks like a picture or a video. */
export async function cleanUnknown(reader: BoundedReader): Promise<void> {
  const head = (await reader.read(0, 12)).toString('latin1')
  const isMarked = MARKS.includes(head.slice(4, 8)) || MARKS.includes(head.slice(8))
  if (isMarked || STARTS.some((start) => head.startsWith(start))) {
    throw new CannotClean('it looks like a picture of an unknown type')
  }
}
