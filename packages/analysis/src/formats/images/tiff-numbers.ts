type ReadNumber = (bytes: Buffer, at: number) => number

/** Numbers in one byte order. */
export interface Numbers {
  readonly u16: ReadNumber
  readonly u32: ReadNumber
  readonly i32: ReadNumber
  readonly u64: ReadNumber
  readonly writeU16: (bytes: Buffer, at: number, value: number) => void
}

/** The numbers of a TIFF stream that begins with these letters, `II` or `MM` (TIFF 6.0, section 2). */
export function numbersOf(order: string): Numbers {
  if (order === 'II') return LITTLE
  if (order === 'MM') return BIG
  throw new RangeError('no byte order')
}

/** Whether a text is the first four bytes of a TIFF stream, other than BigTIFF. */
export function isTiffHeader(text: string): boolean {
  return text === 'II*\0' || text === 'MM\0*'
}

const LITTLE: Numbers = {
  u16: (bytes, at) => bytes.readUInt16LE(at),
  u32: (bytes, at) => bytes.readUInt32LE(at),
  i32: (bytes, at) => bytes.readInt32LE(at),
  u64: (bytes, at) => Number(bytes.readBigUInt64LE(at)),
  writeU16: (bytes, at, value) => bytes.writeUInt16LE(value, at),
}
const BIG: Numbers = {
  u16: (bytes, at) => bytes.readUInt16BE(at),
  u32: (bytes, at) => bytes.readUInt32BE(at),
  i32: (bytes, at) => bytes.readInt32BE(at),
  u64: (bytes, at) => Number(bytes.readBigUInt64BE(at)),
  writeU16: (bytes, at, value) => bytes.writeUInt16BE(value, at),
}
