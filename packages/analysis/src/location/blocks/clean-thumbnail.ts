import { END_OF_IMAGE } from '../../formats/images/jpeg.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import type { Edits, Part } from '../edits/edits.ts'
import { COMMENT, isOfApplication, isShown, LONGEST, nextMarker } from './jpeg-segments.ts'

const MOST_SEGMENTS = 256

/**
 * A small picture as JPEG within metadata: all that it says of itself becomes zeros. What is no such picture stays. One of
 * more segments than any has becomes zeros.
 */
export async function cleanThumbnail(
  reader: BoundedReader,
  edits: Edits,
  part: Part,
): Promise<void> {
  const start = await reader.read(part.start, Math.min(part.start + 2, part.end))
  if (start.toString('latin1') !== '\xff\xd8' || !(await edits.begin(reader, part))) return
  let at = part.start + 2
  for (let count = 0; count < MOST_SEGMENTS; count += 1) {
    at = await nextMarker(reader, { start: at, end: part.end })
    if (at >= part.end - 4) return
    const head = await reader.read(at, at + 4 + LONGEST)
    const marker = head.readUInt8(1)
    if (marker === END_OF_IMAGE) return
    const end = Math.min(at + 2 + head.readUInt16BE(2), part.end)
    const isText = marker === COMMENT || isOfApplication(marker)
    if (isText && !isShown(marker, head.toString('latin1', 4))) {
      await edits.zeroUnlessEmpty(reader, { start: at + 4, end })
    }
    at = end
  }
  await edits.zeroUnlessEmpty(reader, part)
}
