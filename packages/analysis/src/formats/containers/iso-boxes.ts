import type { BoundedReader } from '../../reading/bounded-reader.ts'
import type { ByteRange } from '../../reading/readable-file.ts'

/** One box of an ISO base media file: its type and where its content is. */
export interface IsoBox {
  readonly type: string
  readonly start: number
  readonly end: number
}

/** The boxes between two offsets (ISO/IEC 14496-12, 4.2); ends silently at an impossible one. */
export async function* isoBoxes(
  reader: BoundedReader,
  start: number,
  end: number,
): AsyncGenerator<IsoBox> {
  const limit = Math.min(end, reader.size)
  for (let at = start; at + 8 <= limit; ) {
    const bytes = await reader.read(at, at + 16)
    const short = bytes.readUInt32BE(0)
    if (short === 1 && bytes.length < 16) return
    const header = short === 1 ? 16 : 8
    const size = short === 0 ? limit - at : short === 1 ? Number(bytes.readBigUInt64BE(8)) : short
    if (size < header) return
    const next = at + size
    yield { type: bytes.toString('latin1', 4, 8), start: at + header, end: Math.min(next, limit) }
    at = next
  }
}

/** The first box of this type, followed inwards along `path`. */
export async function findBox(
  reader: BoundedReader,
  within: ByteRange,
  ...path: readonly string[]
): Promise<IsoBox | undefined> {
  let found: IsoBox | undefined
  let place = within
  for (const type of path) {
    found = undefined
    for await (const box of isoBoxes(reader, place.start, place.end)) {
      if (box.type !== type) continue
      found = box
      break
    }
    if (!found) return undefined
    place = found
  }
  return found
}
