import { type Numbers, numbersOf } from '../formats/images/tiff-numbers.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'
import { isRangeError } from '../reading/range-error.ts'
import type { ByteRange } from '../reading/readable-file.ts'
import { MOST_BYTES, type TiffPlace } from './blocks.ts'

/** Bytes of one value, by type (TIFF 6.0, section 2; EXIF 3.0, 4.6.2: 129 is UTF-8). */
const SIZES: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  7: 1,
  9: 4,
  10: 8,
  13: 4,
  129: 1,
}
const ASCII = 2
const SHORT = 3
const RATIONAL = 5
const SIGNED = 9
const SIGNED_RATIONAL = 10
const MOST_ENTRIES = 1024
const MOST_NUMBERS = 16

/** The fields of one directory of a TIFF stream. A field that is missing, damaged or of another type is `null`. */
export interface TiffFields {
  /** The first number. */
  number(tag: number): Promise<number | null>
  /** The first 16 numbers; one that is divided by zero is `null`. */
  numbers(tag: number): Promise<readonly (number | null)[]>
  /** At most 1 MiB. */
  bytes(tag: number): Promise<Buffer | null>
  /** Where the value is in the reader. */
  place(tag: number): ByteRange | null
}

interface Entry {
  readonly type: number
  readonly count: number
  /** In the reader. */
  readonly start: number
}

/** The fields of the directory at `offset` of the stream; default: of the first one. Throws when there is none. */
export async function readFields(
  { reader, base, end = Infinity }: TiffPlace,
  offset?: number,
): Promise<TiffFields> {
  const header = await reader.read(base, base + 8)
  const read = numbersOf(header.toString('latin1', 0, 2))
  const at = base + (offset ?? read.u32(header, 4))
  const count = Math.min(read.u16(await reader.read(at, at + 2), 0), MOST_ENTRIES)
  const bytes = await reader.read(at + 2, at + 2 + count * 12)
  const entries = new Map<number, Entry>()
  for (let entry = 0; entry + 12 <= bytes.length; entry += 12) {
    const type = read.u16(bytes, entry + 2)
    const count = read.u32(bytes, entry + 4)
    const size = SIZES[type]
    const tag = read.u16(bytes, entry)
    if (size === undefined || count === 0 || entries.has(tag)) continue
    const isInline = size * count <= 4
    const start = isInline ? at + 2 + entry + 8 : base + read.u32(bytes, entry + 8)
    if (start + size * count > end) continue
    entries.set(tag, { type, count, start })
  }
  return fieldsOf(reader, read, entries)
}

function fieldsOf(
  reader: BoundedReader,
  read: Numbers,
  entries: ReadonlyMap<number, Entry>,
): TiffFields {
  async function bytesOf(tag: number, most: number): Promise<Buffer | null> {
    const entry = entries.get(tag)
    if (entry === undefined) return null
    const length = Math.min((SIZES[entry.type] ?? 1) * entry.count, most)
    try {
      return await reader.read(entry.start, entry.start + length)
    } catch (cause) {
      if (isRangeError(cause)) return null
      throw cause
    }
  }

  const fields: TiffFields = {
    async numbers(tag) {
      const type = entries.get(tag)?.type
      const bytes = await bytesOf(tag, MOST_NUMBERS * 8)
      if (bytes === null || type === undefined || type === ASCII) return []
      const size = SIZES[type] ?? 1
      const count = Math.min(Math.floor(bytes.length / size), MOST_NUMBERS)
      return Array.from({ length: count }, (_, index) => numberAt(read, bytes, index * size, type))
    },
    async number(tag) {
      return (await fields.numbers(tag))[0] ?? null
    },
    bytes: (tag) => bytesOf(tag, MOST_BYTES),
    place(tag) {
      const entry = entries.get(tag)
      if (entry === undefined) return null
      return { start: entry.start, end: entry.start + (SIZES[entry.type] ?? 1) * entry.count }
    },
  }
  return fields
}

function numberAt(read: Numbers, bytes: Buffer, at: number, type: number): number | null {
  if (type === RATIONAL) return divided(read.u32(bytes, at), read.u32(bytes, at + 4))
  if (type === SIGNED_RATIONAL) return divided(read.i32(bytes, at), read.i32(bytes, at + 4))
  if (type === SHORT) return read.u16(bytes, at)
  if (type === SIGNED) return read.i32(bytes, at)
  return SIZES[type] === 4 ? read.u32(bytes, at) : bytes.readUInt8(at)
}

function divided(value: number, by: number): number | null {
  return by === 0 ? null : value / by
}
