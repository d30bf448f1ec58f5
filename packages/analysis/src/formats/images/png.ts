import type { Measures } from '../../facts/measures.ts'
import type { Size } from '../../facts/size.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { oriented, readOrientation } from './orientation.ts'
import type { XmpPacket } from './xmp.ts'

const MAX_CHUNKS = 256
/** What the text begins with that holds XMP (XMP part 3, 1.1.5). */
const XMP_KEYWORD = 'XML:com.adobe.xmp\0'

/**
 * Size from `IHDR`, turned by `eXIf` or XMP when they stand before the pixels (PNG 3rd edition, 11.2.1 and
 * 11.3.4.5).
 */
export async function measurePng(reader: BoundedReader): Promise<Measures> {
  let size: Size | undefined
  let exif: number | undefined
  let xmp: XmpPacket | undefined
  for (let at = 8, chunks = 0; chunks < MAX_CHUNKS; chunks += 1) {
    const bytes = await reader.read(at, at + 8 + XMP_KEYWORD.length + 1)
    if (bytes.length < 8) break
    const kind = bytes.toString('latin1', 4, 8)
    if (kind === 'IDAT' || kind === 'IEND') break
    const start = at + 8
    const end = start + bytes.readUInt32BE(0)
    if (kind === 'IHDR') size = { width: bytes.readUInt32BE(8), height: bytes.readUInt32BE(12) }
    if (kind === 'eXIf') exif ??= start
    if (bytes.toString('latin1', 8).startsWith(XMP_KEYWORD)) xmp ??= xmpIn(kind, bytes, start, end)
    at = end + 4
  }
  if (!size) throw new RangeError('no IHDR')
  return oriented(size, await readOrientation(reader, { exif, xmp }))
}

/** In `iTXt`, as the specification of XMP has it; in `zTXt`, as libvips and ImageMagick write it (11.3.3). */
function xmpIn(kind: string, chunk: Buffer, start: number, end: number): XmpPacket | undefined {
  const text = start + XMP_KEYWORD.length
  if (kind === 'zTXt') return { start: text + 1, end, isDeflated: true }
  if (kind !== 'iTXt') return undefined
  // Flag and method of the compression, then two texts that are empty here.
  return { start: text + 4, end, isDeflated: chunk.readUInt8(8 + XMP_KEYWORD.length) === 1 }
}
