import { type IsoBox, isoBoxes } from '../formats/containers/iso-boxes.ts'
import { isTiffHeader } from '../formats/images/tiff-numbers.ts'
import { type ItemKind, itemExtents, itemKinds } from '../photo/heif-items.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'
import { cleanJpegPicture } from './blocks/clean-jpeg-picture.ts'
import { cleanTiff } from './blocks/clean-tiff.ts'
import { cleanXmp } from './blocks/clean-xmp.ts'
import { CannotClean, type Edits, MOST_BLOCK, type Part } from './edits/edits.ts'

const LONGEST_PREFIX = 'Exif\0\0'.length
const MOST_TABLE = 8 * MOST_BLOCK
const TABLES: readonly string[] = ['iinf', 'iloc', 'idat']

/** The items of a HEIF picture whose tables are in this part (ISO/IEC 14496-12, 8.11). */
export async function cleanItems(reader: BoundedReader, edits: Edits, within: Part): Promise<void> {
  const tables: IsoBox[] = []
  for await (const box of isoBoxes(reader, within.start, within.end)) {
    if (TABLES.includes(box.type)) tables.push(box)
  }
  const [information, locations, data] = TABLES.map((name) => {
    const [only, ...others] = tables.filter(({ type }) => type === name)
    // Readers differ in which they take.
    if (others.length > 0) throw new CannotClean('there are two tables of items')
    return only
  })
  if (!locations) return
  if (locations.end - locations.start > MOST_TABLE) throw new CannotClean('too many items')
  const kinds = information ? await itemKinds(reader, information) : new Map<number, ItemKind>()
  const table = await reader.read(locations.start, locations.end)
  for (const { id, extents } of itemExtents(table, data?.start)) {
    const kind = kinds.get(id) ?? 'other'
    if (kind === 'shown') continue
    if (extents === null) throw new CannotClean('an item has no known end')
    await cleanItem(reader, edits, kind, extents)
  }
}

async function cleanItem(
  reader: BoundedReader,
  edits: Edits,
  kind: Exclude<ItemKind, 'shown'>,
  extents: readonly Part[],
): Promise<void> {
  const [only, ...others] = extents
  if (only === undefined) return
  if (kind === 'jpeg') {
    if (others.length > 0) throw new CannotClean('a picture is in pieces')
    const part = { start: only.start, end: Math.min(only.end, reader.size) }
    const start = await cleanJpegPicture(reader, edits, part)
    return edits.zeroUnlessEmpty(reader, { start, end: part.end })
  }
  if (others.length === 0 && kind === 'xmp') return edits.rewrite(reader, only, cleanXmp)
  const start = others.length === 0 && kind === 'exif' ? await headerIn(reader, only) : null
  if (start !== null) return cleanTiff(reader, edits, { start, end: only.end })
  for (const extent of extents) await edits.zeroUnlessEmpty(reader, extent)
}

/** Where the header of the TIFF stream is: an offset comes first (ISO/IEC 23008-12, annex A.2.1). */
async function headerIn(reader: BoundedReader, { start, end }: Part): Promise<number | null> {
  const bytes = await reader.read(start, Math.min(end, start + 4 + LONGEST_PREFIX + 4))
  if (bytes.length < 8) return null
  const offset = bytes.readUInt32BE(0)
  if (offset > LONGEST_PREFIX) return null
  const header = bytes.toString('latin1', 4 + offset, 8 + offset)
  return isTiffHeader(header) ? start + 4 + offset : null
}
