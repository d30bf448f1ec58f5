import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { numbersOf } from './tiff-numbers.ts'

/** The tags of one image file directory that are named below: the first values of each, at most 16. */
export type Directory = ReadonlyMap<number, readonly number[]>

/** The tags that hold size and orientation (TIFF 6.0, section 8; DNG 1.7, chapter 4). */
export const TAG = {
  newSubfileType: 254,
  width: 256,
  height: 257,
  orientation: 274,
  subDirectories: 330,
  dngVersion: 50706,
} as const

const WANTED: ReadonlySet<number> = new Set(Object.values(TAG))
const VALUE_SIZES: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 13: 4, 16: 8, 18: 8 }
const MAX_ENTRIES = 1024
const MAX_VALUES = 16

/**
 * The first directory of a TIFF stream that starts at `base`. EXIF is stored the same way (TIFF 6.0, section 2;
 * BigTIFF).
 */
export async function readDirectory(reader: BoundedReader, base: number): Promise<Directory> {
  const stream = await openTiff(reader, base)
  return stream.directoryAt(stream.first)
}

/** An opened TIFF stream: where its first directory is, and how to read one. */
interface TiffStream {
  readonly first: number
  directoryAt(at: number): Promise<Directory>
}

/** Reads the header of the stream that starts at `base`. Throws when there is none. */
export async function openTiff(reader: BoundedReader, base: number): Promise<TiffStream> {
  const header = await reader.read(base, base + 16)
  const { u16, u32, u64 } = numbersOf(header.toString('latin1', 0, 2))
  const isBig = u16(header, 2) === 43

  const offset = isBig ? u64 : u32
  const shape = isBig ? { count: 8, entry: 20, value: 12 } : { count: 2, entry: 12, value: 8 }

  function number(bytes: Buffer, at: number, type: number): number {
    if (type === 1) return bytes.readUInt8(at)
    if (type === 3) return u16(bytes, at)
    return type >= 16 ? u64(bytes, at) : u32(bytes, at)
  }

  async function directoryAt(at: number): Promise<Directory> {
    const start = base + at
    const counted = await reader.read(start, start + shape.count)
    const count = Math.min(isBig ? u64(counted, 0) : u16(counted, 0), MAX_ENTRIES)
    const from = start + shape.count
    const bytes = await reader.read(from, from + count * shape.entry)
    const tags = new Map<number, readonly number[]>()
    for (let entry = 0; entry + shape.entry <= bytes.length; entry += shape.entry) {
      const tag = u16(bytes, entry)
      const type = u16(bytes, entry + 2)
      const size = VALUE_SIZES[type]
      if (size === undefined || !WANTED.has(tag)) continue
      const room = shape.entry - shape.value
      const values = isBig ? u64(bytes, entry + 4) : u32(bytes, entry + 4)
      const length = Math.min(values, MAX_VALUES) * size
      // A list too long for the entry is elsewhere, and the entry holds its offset.
      const at = base + offset(bytes, entry + shape.value)
      const list =
        values * size <= room
          ? bytes.subarray(entry + shape.value, entry + shape.value + length)
          : await reader.read(at, at + length)
      tags.set(tag, numbers(list, type, size))
    }
    return tags
  }

  function numbers(list: Buffer, type: number, size: number): readonly number[] {
    return Array.from({ length: Math.floor(list.length / size) }, (_, index) =>
      number(list, index * size, type),
    )
  }

  return { first: isBig ? u64(header, 8) : u32(header, 4), directoryAt }
}
