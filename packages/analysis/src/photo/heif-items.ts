import { isoBoxes } from '../formats/containers/iso-boxes.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'
import type { ByteRange } from '../reading/readable-file.ts'

const MOST_ITEMS = 4096
const MOST_EXTENTS = 4096
const XMP = 'application/rdf+xml'

/** What an item is: metadata of these kinds, a JPEG file, or a part of what is shown. */
export type ItemKind = 'exif' | 'xmp' | 'jpeg' | 'other' | 'shown'

/** The kinds of items by their numbers (ISO/IEC 14496-12, 8.11.6; 23008-12, annex A). */
export async function itemKinds(
  reader: BoundedReader,
  information: ByteRange,
): Promise<ReadonlyMap<number, ItemKind>> {
  const items = new Map<number, ItemKind>()
  const version = (await reader.read(information.start, information.start + 1)).readUInt8(0)
  const first = information.start + (version === 0 ? 6 : 8)
  for await (const { type, start, end } of isoBoxes(reader, first, information.end)) {
    if (type !== 'infe') continue
    if (items.size === MOST_ITEMS) throw new RangeError('too many items')
    const entry = await reader.read(start, Math.min(end, start + 256))
    const version = entry.readUInt8(0)
    if (version < 2) {
      items.set(entry.readUInt16BE(4), 'other')
      continue
    }
    const idSize = version === 2 ? 2 : 4
    const code = entry.toString('latin1', 6 + idSize, 10 + idSize)
    items.set(entry.readUIntBE(4, idSize), kindOf(code, entry.subarray(10 + idSize)))
  }
  return items
}

function kindOf(code: string, names: Buffer): ItemKind {
  if (code === 'Exif') return 'exif'
  if (code === 'uri ') return 'other'
  if (code === 'jpeg') return 'jpeg'
  if (code !== 'mime') return 'shown'
  // After the item's name; a packed one has an encoding.
  const [, contentType = '', encoding = ''] = names.toString('latin1').split('\0')
  return contentType === XMP && encoding === '' ? 'xmp' : 'other'
}

/** Where the parts of items lie; `null` for one made of other items, or to the end of what it is in (8.11.3). */
export function* itemExtents(
  table: Buffer,
  data: number | undefined,
): Generator<{ readonly id: number; readonly extents: readonly ByteRange[] | null }> {
  const version = table.readUInt8(0)
  const sizes = table.readUInt16BE(4)
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexSize = version > 0 ? sizes & 15 : 0
  const idSize = version < 2 ? 2 : 4
  let at = 6
  const next = (size: number): number => {
    if (size > 8) throw new RangeError('no such size')
    const value =
      size === 0 ? 0 : size === 8 ? Number(table.readBigUInt64BE(at)) : table.readUIntBE(at, size)
    at += size
    return value
  }
  const count = next(idSize)
  if (count > MOST_ITEMS) throw new RangeError('too many items')
  for (let item = 0; item < count; item += 1) {
    const id = next(idSize)
    const method = version > 0 ? next(2) & 15 : 0
    next(2)
    const base = next(baseSize)
    const parts = next(2)
    const origin = method === 0 ? 0 : method === 1 ? data : undefined
    const extents: ByteRange[] = []
    for (let part = 0; part < parts; part += 1) {
      next(indexSize)
      const start = (origin ?? 0) + base + next(offsetSize)
      const length = next(lengthSize)
      if (extents.length === MOST_EXTENTS) throw new RangeError('too many parts of an item')
      extents.push({ start, end: start + length })
    }
    const isOpen = extents.some(({ start, end }) => start === end)
    yield { id, extents: origin === undefined || isOpen ? null : extents }
  }
}
