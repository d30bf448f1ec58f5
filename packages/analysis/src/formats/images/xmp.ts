import { inflateSync } from 'node:zlib'
import type { BoundedReader } from '../../reading/bounded-reader.ts'

/** Where an XMP packet lies in a file, in bytes; what stands around it does no harm. */
export interface XmpPacket {
  readonly start: number
  readonly end: number
  /** Whether it is compressed (RFC 1950), as text in a PNG may be. */
  readonly isDeflated?: boolean
}

const MAX_PACKET = 1024 * 1024

/** As an attribute or as an element of the RDF (XMP part 1, 7.4; TIFF schema in part 2, 3.5). */
const ORIENTATION = /\btiff:Orientation\s*(?:=\s*["']|>)\s*([1-8])\s*["'<]/

/** The orientation that the packet names, with the meaning it has in EXIF. Looks at its first MiB. */
export async function readXmpOrientation(
  reader: BoundedReader,
  { start, end, isDeflated = false }: XmpPacket,
): Promise<number | undefined> {
  const stored = await reader.read(start, Math.min(end, start + MAX_PACKET))
  const packet = isDeflated ? inflated(stored) : stored
  const [, value] = ORIENTATION.exec(packet.toString('latin1')) ?? []
  return value === undefined ? undefined : Number(value)
}

/** Nothing when it is damaged, or too large to be worth it. */
function inflated(bytes: Buffer): Buffer {
  try {
    return inflateSync(bytes, { maxOutputLength: MAX_PACKET })
  } catch {
    return Buffer.alloc(0)
  }
}
