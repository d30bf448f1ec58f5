import type { BoundedReader } from '../../reading/bounded-reader.ts'

/** One chunk of a RIFF or IFF file: its name and where its content is, clipped to the file. */
export interface Chunk {
  readonly name: string
  /** As written in the header, which may be more than the file holds. */
  readonly size: number
  readonly start: number
  readonly end: number
}

/** The chunks between two offsets, padded to even sizes (RIFF: little-endian; EA IFF 85: big-endian). */
export async function* chunks(
  reader: BoundedReader,
  start: number,
  end: number,
  order: 'little' | 'big' = 'little',
): AsyncGenerator<Chunk> {
  const limit = Math.min(end, reader.size)
  for (let at = start; at + 8 <= limit; ) {
    const header = await reader.read(at, at + 8)
    const size = order === 'little' ? header.readUInt32LE(4) : header.readUInt32BE(4)
    const next = at + 8 + size
    yield { name: header.toString('latin1', 0, 4), size, start: at + 8, end: Math.min(next, limit) }
    at = next + (size & 1)
  }
}
