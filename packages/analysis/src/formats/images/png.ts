import type { Measures } from '../../facts/measures.ts'
import type { Size } from '../../facts/size.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { oriented, readOrientation } from './orientation.ts'

const MAX_CHUNKS = 256

/** Size from `IHDR`, turned by an `eXIf` that comes before the pixels (PNG 3rd edition, 11.2.1 and 11.3.4.5). */
export async function measurePng(reader: BoundedReader): Promise<Measures> {
  let size: Size | undefined
  let exif: number | undefined
  for (let at = 8, chunks = 0; chunks < MAX_CHUNKS; chunks += 1) {
    const bytes = await reader.read(at, at + 16)
    if (bytes.length < 8) break
    const kind = bytes.toString('latin1', 4, 8)
    if (kind === 'IDAT' || kind === 'IEND') break
    if (kind === 'IHDR') size = { width: bytes.readUInt32BE(8), height: bytes.readUInt32BE(12) }
    if (kind === 'eXIf') exif ??= at + 8
    at += bytes.readUInt32BE(0) + 12
  }
  if (!size) throw new RangeError('no IHDR')
  return oriented(size, await readOrientation(reader, exif))
}
