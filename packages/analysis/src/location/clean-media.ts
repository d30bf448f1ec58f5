import type { BoundedReader } from '../reading/bounded-reader.ts'
import type { Edits, Part } from './edits/edits.ts'

/** How a block of a dashcam begins, after its size. */
const MARK = Buffer.from('freeGPS ', 'latin1')
const WINDOW = 1024 * 1024
/** Dashcams write a block each second: where there is none at the start, there is none at all. */
const SEARCHED = 20 * 2 ** 20
const LARGEST_BLOCK = 1024 * 1024

/** The media of a movie: dashcams write blocks with the location between the samples, which no table names. */
export async function cleanMedia(reader: BoundedReader, edits: Edits, media: Part): Promise<void> {
  const end = Math.min(media.end, reader.size)
  let last = Math.min(end, media.start + SEARCHED)
  for (let from = media.start; from < last; from += WINDOW) {
    const bytes = await reader.read(from, Math.min(from + WINDOW + MARK.length, end))
    for (let at = bytes.indexOf(MARK); at !== -1; at = bytes.indexOf(MARK, at + 1)) {
      const start = Math.max(media.start, from + at - 4)
      const size = (await reader.read(start, start + 4)).readUInt32BE(0)
      const length = size > LARGEST_BLOCK ? 4 + MARK.length : Math.max(size, 4 + MARK.length)
      edits.zero({ start, end: Math.min(start + length, end) })
      last = end
    }
  }
}
