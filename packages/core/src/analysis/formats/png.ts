import type { BoundedReader } from '../bounded-reader.ts'
import type { Measures } from './measures.ts'
import { oriented, readOrientation, type Size } from './orientation.ts'

const MAX_CHUNKS = 256

/** Size from `IHDR`, turned by `eXIf` when that stands before the pixels (PNG 3rd edition, 11.2.1 and 11.3.4.5). */
export async function measurePng(reader: BoundedReader): Promise<Measures> {
  let size: Size | undefined
  for (let at = 8, chunks = 0; chunks < MAX_CHUNKS; chunks += 1) {
    const bytes = await reader.read(at, at + 16)
    if (bytes.length < 8) break
    const kind = bytes.toString('latin1', 4, 8)
    if (kind === 'IHDR') size = { width: bytes.readUInt32BE(8), height: bytes.readUInt32BE(12) }
    if (kind === 'eXIf' && size) return oriented(size, await readOrientation(reader, at + 8))
    if (kind === 'IDAT' || kind === 'IEND') break
    at += 12 + bytes.readUInt32BE(0)
  }
  if (!size) throw new RangeError('no IHDR')
  return size
}
