import type { BoundedReader } from '../../reading/bounded-reader.ts'
import type { ByteRange } from '../../reading/readable-file.ts'

/** One chunk of a PNG file: its kind and where its content is, which may end beyond a file that is cut off. */
export interface PngChunk extends ByteRange {
  readonly kind: string
}

/** The chunks up to `IEND`, or the end of the file (PNG 3rd edition, 5.3). A checksum of 4 bytes follows each. */
export async function* pngChunks(reader: BoundedReader): AsyncGenerator<PngChunk> {
  for (let at = 8; at + 12 <= reader.size; ) {
    const head = await reader.read(at, at + 8)
    const kind = head.toString('latin1', 4, 8)
    const start = at + 8
    const end = start + head.readUInt32BE(0)
    yield { kind, start, end }
    if (kind === 'IEND') return
    at = end + 4
  }
}
