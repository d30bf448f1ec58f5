import type { Measures } from '../../facts/measures.ts'
import type { Size } from '../../facts/size.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { cleanAperture } from '../containers/clean-aperture.ts'
import { findBox, type IsoBox, isoBoxes } from '../containers/iso-boxes.ts'
import { measureMovie } from '../video/movie.ts'

const MAX_PROPERTIES = 64 * 1024

/**
 * The primary item's size after its clean aperture and rotation, in the order in which they are associated (ISO/IEC
 * 23008-12, 6.5). For an image sequence without items, the size of its track.
 */
export async function measureHeif(reader: BoundedReader, mimeType: string): Promise<Measures> {
  const file = { start: 0, end: reader.size }
  const meta = await findBox(reader, file, 'meta')
  if (!meta) return measureSequence(reader, mimeType)
  const items = { start: meta.start + 4, end: meta.end }
  const properties = await findBox(reader, items, 'iprp')
  const container = properties && (await findBox(reader, properties, 'ipco'))
  const associations = properties && (await findBox(reader, properties, 'ipma'))
  if (!container || !associations) return measureSequence(reader, mimeType)
  const list: IsoBox[] = []
  for await (const box of isoBoxes(reader, container.start, container.end)) list.push(box)
  const indexes = await associatedWith(reader, associations, await primaryItem(reader, items))
  let size: Size | undefined
  for (const index of indexes) {
    const property = list[index - 1]
    if (property) size = await applied(reader, property, size)
  }
  return size ?? measureSequence(reader, mimeType)
}

async function measureSequence(reader: BoundedReader, mimeType: string): Promise<Measures> {
  const { width = null, height = null } = await measureMovie(reader, mimeType)
  return { width, height }
}

async function primaryItem(
  reader: BoundedReader,
  items: { start: number; end: number },
): Promise<number> {
  const box = await findBox(reader, items, 'pitm')
  if (!box) return 1
  const bytes = await reader.read(box.start, box.start + 8)
  return bytes.readUInt8(0) === 0 ? bytes.readUInt16BE(4) : bytes.readUInt32BE(4)
}

async function associatedWith(
  reader: BoundedReader,
  box: IsoBox,
  item: number,
): Promise<readonly number[]> {
  const bytes = await reader.read(box.start, Math.min(box.end, box.start + MAX_PROPERTIES))
  const idSize = bytes.readUInt8(0) === 0 ? 2 : 4
  const isWide = (bytes.readUInt8(3) & 1) === 1
  const count = bytes.readUInt32BE(4)
  let at = 8
  for (let entry = 0; entry < count && at < bytes.length; entry += 1) {
    const id = bytes.readUIntBE(at, idSize)
    const length = bytes.readUInt8(at + idSize)
    at += idSize + 1
    const indexes = Array.from({ length }, (_, index) =>
      isWide ? bytes.readUInt16BE(at + index * 2) & 0x7fff : bytes.readUInt8(at + index) & 0x7f,
    )
    if (id === item) return indexes
    at += length * (isWide ? 2 : 1)
  }
  return []
}

async function applied(
  reader: BoundedReader,
  property: IsoBox,
  size: Size | undefined,
): Promise<Size | undefined> {
  const { type, start, end } = property
  const bytes = await reader.read(start, Math.min(end, start + 16))
  if (type === 'ispe') return { width: bytes.readUInt32BE(4), height: bytes.readUInt32BE(8) }
  if (!size) return undefined
  if (type === 'clap') return cleanAperture(reader, property, size)
  const isTurned = type === 'irot' && (bytes.readUInt8(0) & 1) === 1
  return isTurned ? { width: size.height, height: size.width } : size
}
