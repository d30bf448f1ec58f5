import { synchsafe } from '../formats/containers/id3.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'
import { type EmbeddedPicture, LARGEST_PICTURE } from './picture-block.ts'

const MOST_FRAMES = 1024
const UNSYNCHRONISED = 0x80
const EXTENDED = 0x40
/** Flags of a frame of ID3v2.4: unsynchronised, and with its length before its content. */
const FRAME_UNSYNCHRONISED = 0x02
const FRAME_LENGTH = 0x01
/** Compressed or encrypted: ID3v2.3 and 2.4. */
const FRAME_CODED: Readonly<Record<number, number>> = { 3: 0xc0, 4: 0x0c }

/** The attached pictures of the tag at the start (ID3v2.2 4.15; ID3v2.3 and 2.4 4.14). */
export async function* id3Pictures(reader: BoundedReader): AsyncGenerator<EmbeddedPicture> {
  const header = await reader.read(0, 10)
  if (header.toString('latin1', 0, 3) !== 'ID3') return
  const version = header.readUInt8(3)
  if (version < 2 || version > 4) return
  const flags = header.readUInt8(5)
  const length = synchsafe(header, 6)
  if (length > LARGEST_PICTURE) return
  const bytes = await reader.read(10, 10 + length)
  // Before 2.4 the whole tag is unsynchronised, sizes of frames aside.
  const isWhole = (flags & UNSYNCHRONISED) !== 0 && version < 4
  const tag = isWhole ? synchronised(bytes) : bytes
  const start = (flags & EXTENDED) !== 0 && version > 2 ? extendedHeader(tag, version) : 0
  yield* version === 2 ? shortFrames(tag) : frames(tag, { start, version })
}

function extendedHeader(tag: Buffer, version: number): number {
  return version === 3 ? 4 + tag.readUInt32BE(0) : synchsafe(tag, 0)
}

function* frames(
  tag: Buffer,
  { start, version }: { readonly start: number; readonly version: number },
): Generator<EmbeddedPicture> {
  for (let at = start, count = 0; count < MOST_FRAMES && at + 10 <= tag.length; count += 1) {
    const name = tag.toString('latin1', at, at + 4)
    if (!/^[A-Z0-9]{4}$/.test(name)) return
    const size = version === 4 ? synchsafe(tag, at + 4) : tag.readUInt32BE(at + 4)
    const flags = tag.readUInt8(at + 9)
    const end = at + 10 + size
    if (end > tag.length) return
    if (name === 'APIC' && (flags & (FRAME_CODED[version] ?? 0)) === 0) {
      const picture = readApic(contentOf(tag.subarray(at + 10, end), version === 4 ? flags : 0))
      if (picture !== null) yield picture
    }
    at = end
  }
}

function contentOf(bytes: Buffer, flags: number): Buffer {
  const content = (flags & FRAME_LENGTH) !== 0 ? bytes.subarray(4) : bytes
  return (flags & FRAME_UNSYNCHRONISED) !== 0 ? synchronised(content) : content
}

/** Encoding, media type, kind, description, picture. */
function readApic(frame: Buffer): EmbeddedPicture | null {
  const typeEnd = frame.indexOf(0, 1)
  if (typeEnd === -1 || frame.toString('latin1', 1, typeEnd) === '-->') return null
  return pictureAt(frame, typeEnd + 1)
}

/** Frames of ID3v2.2: encoding, three letters of the format, kind, description, picture. */
function* shortFrames(tag: Buffer): Generator<EmbeddedPicture> {
  for (let at = 0, count = 0; count < MOST_FRAMES && at + 6 <= tag.length; count += 1) {
    const name = tag.toString('latin1', at, at + 3)
    const end = at + 6 + tag.readUIntBE(at + 3, 3)
    if (!/^[A-Z0-9]{3}$/.test(name) || end > tag.length) return
    const frame = tag.subarray(at + 6, end)
    if (name === 'PIC' && frame.length > 5 && frame.toString('latin1', 1, 4) !== '-->') {
      const picture = pictureAt(frame, 4)
      if (picture !== null) yield picture
    }
    at = end
  }
}

/** From the kind on. The description ends with one zero byte, or with two in UTF-16. */
function pictureAt(frame: Buffer, at: number): EmbeddedPicture | null {
  const isWide = frame.readUInt8(0) === 1 || frame.readUInt8(0) === 2
  let end = at + 1
  while (end < frame.length && !(frame[end] === 0 && (!isWide || frame[end + 1] === 0))) {
    end += isWide ? 2 : 1
  }
  const bytes = frame.subarray(end + (isWide ? 2 : 1))
  return bytes.length === 0 ? null : { kind: frame.readUInt8(at), bytes }
}

/** Without the zero that follows each byte of ones (ID3v2.4 structure, 6.1). */
function synchronised(bytes: Buffer): Buffer {
  const plain = Buffer.alloc(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    plain[length] = bytes[at] ?? 0
    length += 1
    if (bytes[at] === 0xff && bytes[at + 1] === 0) at += 1
  }
  return plain.subarray(0, length)
}
