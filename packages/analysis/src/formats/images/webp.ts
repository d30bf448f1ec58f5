import type { Measures } from '../../facts/measures.ts'
import type { Size } from '../../facts/size.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { oriented, readOrientation } from './orientation.ts'

const MAX_CHUNKS = 256
const HAS_EXIF = 0x08

/** Canvas of the extended form, turned by its EXIF chunk, else the size in the bitstream (RFC 9649, 2.5 to 2.7). */
export async function measureWebp(reader: BoundedReader): Promise<Measures> {
  const bytes = await reader.read(12, 30)
  const kind = bytes.toString('latin1', 0, 4)
  if (kind === 'VP8X') {
    const canvas = { width: bytes.readUIntLE(12, 3) + 1, height: bytes.readUIntLE(15, 3) + 1 }
    const hasExif = (bytes.readUInt8(8) & HAS_EXIF) !== 0
    return hasExif
      ? oriented(canvas, await readOrientation(reader, await findExif(reader)))
      : canvas
  }
  if (kind === 'VP8L') return losslessSize(bytes.readUInt32LE(9))
  if (kind !== 'VP8 ') throw new RangeError('no image chunk')
  return { width: bytes.readUInt16LE(14) & 0x3fff, height: bytes.readUInt16LE(16) & 0x3fff }
}

function losslessSize(bits: number): Size {
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

async function findExif(reader: BoundedReader): Promise<number | undefined> {
  for (let at = 30, chunks = 0; chunks < MAX_CHUNKS; chunks += 1) {
    const bytes = await reader.read(at, at + 14)
    if (bytes.length < 14) break
    const start = at + 8
    if (bytes.toString('latin1', 0, 4) === 'EXIF') {
      const hasPrefix = bytes.toString('latin1', 8, 12) === 'Exif'
      return start + (hasPrefix ? 6 : 0)
    }
    const length = bytes.readUInt32LE(4)
    at = start + length + (length & 1)
  }
  return undefined
}
