import type { BoundedReader } from '../../reading/bounded-reader.ts'

/** One EBML element: its id, and where its data is. */
export interface Element {
  readonly id: number
  readonly start: number
  readonly end: number
  /** Live recordings leave sizes open: the element then reaches to the end of its parent. */
  readonly isOpen: boolean
}

/** The elements between two offsets (RFC 8794, 4 to 6); ends silently at bytes that are not an element. */
export async function* elements(
  reader: BoundedReader,
  start: number,
  end: number,
): AsyncGenerator<Element> {
  const limit = Math.min(end, reader.size)
  for (let at = start; at + 2 <= limit; ) {
    const bytes = await reader.read(at, at + 12)
    const idLength = Math.clz32(bytes.readUInt8(0)) - 23
    if (idLength > 4 || idLength >= bytes.length) return
    const sizeLength = Math.clz32(bytes.readUInt8(idLength)) - 23
    if (sizeLength > 8 || idLength + sizeLength > bytes.length) return
    const size = dataSize(bytes, idLength, sizeLength)
    const data = at + idLength + sizeLength
    const next = size === undefined ? limit : data + size
    yield {
      id: bytes.readUIntBE(0, idLength),
      start: data,
      end: Math.min(next, limit),
      isOpen: size === undefined,
    }
    at = next
  }
}

/** `undefined` when all bits are set: unknown size. */
function dataSize(bytes: Buffer, at: number, length: number): number | undefined {
  const first = bytes.readUInt8(at) & (0xff >> length)
  let size = first
  let isOpen = first === 0xff >> length
  for (let index = 1; index < length; index += 1) {
    const byte = bytes.readUInt8(at + index)
    isOpen &&= byte === 0xff
    size = size * 256 + byte
  }
  return isOpen ? undefined : size
}

/** An unsigned integer of up to six bytes. */
export async function readUnsigned(
  reader: BoundedReader,
  { start, end }: Element,
): Promise<number> {
  const length = end - start
  return length === 0 || length > 6 ? 0 : (await reader.read(start, end)).readUIntBE(0, length)
}

/** A float of four or eight bytes; 0 when empty. */
export async function readFloat(reader: BoundedReader, { start, end }: Element): Promise<number> {
  const bytes = await reader.read(start, end)
  if (bytes.length === 4) return bytes.readFloatBE(0)
  return bytes.length === 8 ? bytes.readDoubleBE(0) : 0
}
