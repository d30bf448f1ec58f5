const HEADER = 27
const NO_GRANULE = 0xffffffffffffffffn

/** Bytes that are enough for the header of any page. */
export const LARGEST_HEADER: number = HEADER + 255

/** What every page begins with. */
export const PAGE_MARK = 'OggS'

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

/** Reads the page header that the bytes begin with; `undefined` when there is none, or not all of it. */
export function readOggPage(bytes: Buffer): OggPage | undefined {
  if (bytes.length < HEADER || bytes.toString('latin1', 0, 4) !== PAGE_MARK) return undefined
  const headerLength = HEADER + bytes.readUInt8(26)
  if (bytes.length < headerLength) return undefined
  const lacing = bytes.subarray(HEADER, headerLength)
  const granule = bytes.readBigUInt64LE(6)
  return {
    isFirst: (bytes.readUInt8(5) & 2) !== 0,
    serial: bytes.readUInt32LE(14),
    granule: granule === NO_GRANULE ? undefined : granule,
    packets: lacing.reduce((count, value) => (value < 255 ? count + 1 : count), 0),
    headerLength,
    length: lacing.reduce((sum, value) => sum + value, headerLength),
  }
}
