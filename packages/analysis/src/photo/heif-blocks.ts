import { findBox } from '../formats/containers/iso-boxes.ts'
import { blockBytes, type FindBlocks, MOST_BYTES } from './blocks.ts'
import { itemExtents, itemKinds } from './heif-items.ts'

/** Bytes of a table of items that are read. */
const MOST_TABLE = 64 * 1024

/** Items of the types `Exif` and `mime` with XMP that are in one piece (ISO/IEC 23008-12, annex A). */
export const findInHeif: FindBlocks = async (reader, blocks) => {
  const meta = await findBox(reader, { start: 0, end: reader.size }, 'meta')
  if (!meta) return
  const within = { start: meta.start + 4, end: meta.end }
  const information = await findBox(reader, within, 'iinf')
  const locations = await findBox(reader, within, 'iloc')
  if (!information || !locations) return
  const kinds = await itemKinds(reader, information)
  if (![...kinds.values()].some((kind) => kind === 'exif' || kind === 'xmp')) return
  const data = await findBox(reader, within, 'idat')
  const table = await reader.read(
    locations.start,
    Math.min(locations.end, locations.start + MOST_TABLE),
  )
  for (const { id, extents } of itemExtents(table, data?.start)) {
    const kind = kinds.get(id)
    const [only] = extents ?? []
    if (only === undefined || extents?.length !== 1) continue
    if (kind === 'xmp') await blocks.xmp.add(() => blockBytes(reader, only))
    // The offset of the TIFF header comes first (annex A.2.1).
    if (kind === 'exif') {
      const offset = (await reader.read(only.start, only.start + 4)).readUInt32BE(0)
      if (offset < MOST_BYTES) {
        await blocks.exif.add(() => ({ reader, base: only.start + 4 + offset }))
      }
    }
  }
}
