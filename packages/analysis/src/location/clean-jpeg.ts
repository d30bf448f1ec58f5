import type { BoundedReader } from '../reading/bounded-reader.ts'
import { cleanJpegPicture } from './blocks/clean-jpeg-picture.ts'
import { cleanMovie } from './clean-movie.ts'
import { CannotClean, type Edits, isZero, type Part } from './edits/edits.ts'

const MOST_PICTURES = 32
const WINDOW = 256 * 1024

/** A JPEG file, and those that follow it: previews, the other eye, gain maps, the movie of a motion photo. */
export async function cleanJpeg(reader: BoundedReader, edits: Edits, part: Part): Promise<void> {
  let at = part.start
  for (let pictures = 0; ; pictures += 1) {
    if (pictures === MOST_PICTURES) throw new CannotClean('too many pictures in one file')
    at = await cleanJpegPicture(reader, edits, { start: at, end: part.end })
    at = await pastZeros(reader, { start: at, end: part.end })
    if (at === part.end) return
    const head = await reader.read(at, at + 8)
    if (head.length > 1 && head.readUInt16BE(0) === 0xffd8) continue
    // The size of the first box of a movie comes before its name, and begins with zeros.
    const name = head.toString('latin1').indexOf('ftyp')
    if (name === -1) edits.zero({ start: at, end: part.end })
    else await cleanMovie(reader, edits, { start: at + name - 4, end: part.end })
    return
  }
}

async function pastZeros(reader: BoundedReader, { start, end }: Part): Promise<number> {
  for (let from = start; from < end; ) {
    const bytes = await reader.read(from, Math.min(from + WINDOW, end))
    if (!isZero(bytes)) return from + bytes.findIndex((byte) => byte !== 0)
    from += bytes.length
  }
  return end
}
