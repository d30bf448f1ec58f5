import { FIXED_HEADER, LARGEST_HEADER, readOggPage } from '../formats/containers/ogg-page.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'
import { type EmbeddedPicture, LARGEST_PICTURE, readPictureBlock } from './picture-block.ts'

const FIELD = 'METADATA_BLOCK_PICTURE='
const MOST_PAGES = 1024
const MOST_COMMENTS = 4096

/** The pictures among the comments of the first stream of sound (Vorbis I, 5; RFC 7845, 5.2). */
export async function* oggPictures(reader: BoundedReader): AsyncGenerator<EmbeddedPicture> {
  const packet = await commentPacket(reader)
  const start = packet.toString('latin1', 0, 8) === 'OpusTags' ? 8 : 7
  if (start === 7 && packet.toString('latin1', 0, 7) !== '\x03vorbis') return
  let at = start + 4 + packet.readUInt32LE(start)
  const count = Math.min(packet.readUInt32LE(at), MOST_COMMENTS)
  at += 4
  for (let comment = 0; comment < count; comment += 1) {
    const end = at + 4 + packet.readUInt32LE(at)
    const name = packet.toString('latin1', at + 4, at + 4 + FIELD.length)
    if (name.toUpperCase() === FIELD && end <= packet.length) {
      const text = packet.toString('latin1', at + 4 + FIELD.length, end)
      const picture = readPictureBlock(Buffer.from(text, 'base64'))
      if (picture !== null) yield picture
    }
    at = end
  }
}

/** The second packet of the first stream, gathered from its pages (RFC 3533, 6). */
async function commentPacket(reader: BoundedReader): Promise<Buffer> {
  const parts: Buffer[] = []
  let serial: number | null = null
  let packet = 0
  let length = 0
  for (let at = 0, count = 0; count < MOST_PAGES; count += 1) {
    const header = await reader.read(at, at + LARGEST_HEADER)
    const page = readOggPage(header, 0)
    if (page === undefined) break
    serial ??= page.serial
    if (page.serial === serial) {
      let from = at + page.headerLength
      for (let index = FIXED_HEADER; index < page.headerLength; index += 1) {
        const size = header.readUInt8(index)
        if (packet === 1) {
          length += size
          if (length > 2 * LARGEST_PICTURE) throw new RangeError('comments are too long')
          parts.push(await reader.read(from, from + size))
        }
        from += size
        if (size === 255) continue
        packet += 1
        if (packet > 1) return Buffer.concat(parts)
      }
    }
    at += page.length
  }
  return Buffer.concat(parts)
}
