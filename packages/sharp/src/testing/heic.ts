import { type Channel, type HevcPicture, hevcOf } from './hevc.ts'
import type { Colour } from './quadrants.ts'

/** Pixels to put into a HEIC. Width and height are multiples of 16; at most 12 blocks of 16 × 16. */
export interface HeicPixels {
  readonly width: number
  readonly height: number
  colourAt(x: number, y: number): Colour
  /** Default: sRGB. */
  readonly icc?: Uint8Array
}

/** A small HEIC (ISO 23008-12) with one picture in HEVC, as phones make them. */
export function heicOf({ width, height, colourAt, icc }: HeicPixels): Buffer {
  const channel =
    (scale: number, mix: (colour: Colour) => number): Channel =>
    (x, y) =>
      Math.round(mix(colourAt(x * scale, y * scale)))
  // BT.601 over the full range, as JPEG has it.
  const picture = hevcOf(width, height, [
    channel(1, ([r, g, b]) => 0.299 * r + 0.587 * g + 0.114 * b),
    channel(2, ([r, g, b]) => 128 - 0.168736 * r - 0.331264 * g + 0.5 * b),
    channel(2, ([r, g, b]) => 128 + 0.5 * r - 0.418688 * g - 0.081312 * b),
  ])
  const data = Buffer.concat([u32(picture.slice.length), picture.slice])
  const ftyp = box('ftyp', 'heic', u32(0), 'mif1heic')
  // The size of `meta` does not depend on the offset inside it.
  const dataAt = ftyp.length + meta(picture, { width, height, icc }, 0, 0).length + 8
  return Buffer.concat([
    ftyp,
    meta(picture, { width, height, icc }, dataAt, data.length),
    box('mdat', data),
  ])
}

function meta(
  picture: HevcPicture,
  { width, height, icc }: { width: number; height: number; icc: Uint8Array | undefined },
  dataAt: number,
  dataLength: number,
): Buffer {
  const properties = [
    hvcC(picture),
    box('ispe', u32(0), u32(width), u32(height)),
    box('colr', 'nclx', u16(1), u16(13), u16(6), u8(0x80)),
    ...(icc === undefined ? [] : [box('colr', 'prof', icc)]),
  ]
  const associations = properties.map((_, index) => u8(index === 0 ? 0x81 : index + 1))
  return box(
    'meta',
    u32(0),
    box('hdlr', u32(0), u32(0), 'pict', Buffer.alloc(13)),
    box('pitm', u32(0), u16(1)),
    box(
      'iloc',
      ...[u32(0), u8(0x44), u8(0x40), u16(1)],
      ...[u16(1), u16(0), u32(dataAt), u16(1), u32(0), u32(dataLength)],
    ),
    box('iinf', u32(0), u16(1), box('infe', u32(0x02000000), u16(1), u16(0), 'hvc1', u8(0))),
    box(
      'iprp',
      box('ipco', ...properties),
      box('ipma', u32(0), u32(1), u16(1), u8(associations.length), ...associations),
    ),
  )
}

/** The decoder configuration (ISO 14496-15, 8.3.3): Main at level 3.1, 4:2:0, 8 bits, lengths of 4 bytes. */
function hvcC({ vps, sps, pps }: HevcPicture): Buffer {
  const sets = [vps, sps, pps].flatMap((set) => [
    u8(0x80 | ((set[0] ?? 0) >> 1)),
    u16(1),
    u16(set.length),
    set,
  ])
  const profile = [u8(1), u8(1), u32(0x60000000), u8(0x90), Buffer.alloc(5), u8(93)]
  const form = [u16(0xf000), u8(0xfc), u8(0xfd), u8(0xf8), u8(0xf8), u16(0), u8(0x0f)]
  return box('hvcC', ...profile, ...form, u8(3), ...sets)
}

function box(type: string, ...parts: (string | Uint8Array)[]): Buffer {
  const payload = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  )
  return Buffer.concat([u32(payload.length + 8), Buffer.from(type), payload])
}

const u8 = (value: number): Buffer => Buffer.from([value])
const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff])
function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
