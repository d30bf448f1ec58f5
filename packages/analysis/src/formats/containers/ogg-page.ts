/** Bytes of a page header before its lacing values. */
export const FIXED_HEADER = 27
const NO_GRANULE = 0xffffffffffffffffn

/** Bytes that are enough for the header of any page. */
export const LARGEST_HEADER: number = FIXED_HEADER + 255

/** The bytes at the start of every page. */
export const PAGE_MARK = 'OggS'
const MARK = 0x4f676753
const VERSION = 0

/** One page of an Ogg file, by its header (RFC 3533, 6). */
export interface OggPage {
  readonly isFirst: boolean
  readonly serial: number
  /** The position at the end of the page; `undefined` when no packet ends in it. */
  readonly granule: bigint | undefined
  /** Packets that end in it. */
  readonly packets: number
  /** Bytes before its content, and with it. */
  readonly headerLength: number
  readonly length: number
}

/** Whether a page may begin at this offset. */
export function isMark(bytes: Buffer, at: number): boolean {
  return at + 4 <= bytes.length && bytes.readUInt32BE(at) === MARK
}

/**
 * Reads the page header that begins at this offset; `undefined` when there is none, or only a part of one. It uses
 * loops and single bytes because a hostile file has a mark every few bytes.
 */
export function readOggPage(bytes: Buffer, at: number): OggPage | undefined {
  if (at + FIXED_HEADER > bytes.length || !isMark(bytes, at) || bytes[at + 4] !== VERSION)
    return undefined
  const headerLength = FIXED_HEADER + bytes.readUInt8(at + 26)
  if (at + headerLength > bytes.length) return undefined
  let packets = 0
  let length = headerLength
  for (let index = at + FIXED_HEADER; index < at + headerLength; index += 1) {
    const value = bytes[index] ?? 0
    length += value
    if (value < 255) packets += 1
  }
  const granule = bytes.readBigUInt64LE(at + 6)
  return {
    isFirst: (bytes.readUInt8(at + 5) & 2) !== 0,
    serial: bytes.readUInt32LE(at + 14),
    granule: granule === NO_GRANULE ? undefined : granule,
    packets,
    headerLength,
    length,
  }
}
