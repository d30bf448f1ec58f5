import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { isoBoxes } from '../containers/iso-boxes.ts'
import { oriented } from './orientation.ts'

const CODESTREAM = 0xff0a
/** Bytes; more than the size and the orientation can take. */
const HEADER = 64
/** Width over height of pictures that write only one side (ISO/IEC 18181-1, D.2). */
const RATIOS = [0, 1, 12 / 10, 4 / 3, 3 / 2, 16 / 9, 5 / 4, 2]

/**
 * Size and orientation from the head of the codestream, bare or in the first box that holds one, wherever that is
 * (ISO/IEC 18181-1, D.2 and D.3; 18181-2, 9). JPEG XL ignores the orientation in EXIF.
 */
export async function measureJpegXl(reader: BoundedReader): Promise<Measures> {
  const bytes = await reader.read(0, HEADER)
  if (bytes.readUInt16BE(0) === CODESTREAM) return readHead(bytes)
  for await (const { type, start, end } of isoBoxes(reader, 0, reader.size)) {
    if (type !== 'jxlc' && type !== 'jxlp') continue
    const stream = type === 'jxlp' ? start + 4 : start
    const head = await reader.read(stream, Math.min(end, stream + HEADER))
    if (head.readUInt16BE(0) !== CODESTREAM) throw new RangeError('no codestream')
    return readHead(head)
  }
  throw new RangeError('no codestream')
}

function readHead(stream: Buffer): Measures {
  const bits = bitsOf(stream.subarray(2))
  const isSmall = bits(1) === 1
  const side = (): number =>
    isSmall ? (bits(5) + 1) * 8 : bits([9, 13, 18, 30][bits(2)] ?? 30) + 1
  const height = side()
  const ratio = bits(3)
  const width = ratio === 0 ? side() : Math.floor(height * (RATIOS[ratio] ?? 1))
  const isDefault = bits(1) === 1
  const hasMore = !isDefault && bits(1) === 1
  return oriented({ width, height }, hasMore ? bits(3) + 1 : undefined)
}

/** Reads numbers whose lowest bit comes first (D.1). */
function bitsOf(bytes: Buffer): (count: number) => number {
  let position = 0
  return (count) => {
    let value = 0
    for (let index = 0; index < count; index += 1, position += 1) {
      const byte = bytes.readUInt8(position >> 3)
      value += ((byte >> (position & 7)) & 1) * 2 ** index
    }
    return value
  }
}
