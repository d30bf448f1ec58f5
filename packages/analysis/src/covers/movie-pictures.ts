import { findBox, isoBoxes } from '../formats/containers/iso-boxes.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'
import { type EmbeddedPicture, LARGEST_PICTURE } from './picture-block.ts'

const FRONT = 3
const MOST_BOXES = 64

/** The covers of a list of items in the style of iTunes: `moov.udta.meta.ilst.covr.data`. */
export async function* moviePictures(reader: BoundedReader): AsyncGenerator<EmbeddedPicture> {
  const meta = await findBox(reader, { start: 0, end: reader.size }, 'moov', 'udta', 'meta')
  if (!meta) return
  const covers = await findBox(reader, { start: meta.start + 4, end: meta.end }, 'ilst', 'covr')
  if (!covers) return
  let count = 0
  for await (const { type, start, end } of isoBoxes(reader, covers.start, covers.end)) {
    count += 1
    if (count > MOST_BOXES) return
    // Type and locale come before the picture.
    const length = end - start - 8
    if (type !== 'data' || length <= 0 || length > LARGEST_PICTURE) continue
    yield { kind: FRONT, bytes: await reader.read(start + 8, end) }
  }
}
