import { isAc3, isEac3 } from '../formats/audio/ac3.ts'
import { readAdtsFrame } from '../formats/audio/adts.ts'
import { isMpegAudio } from '../formats/audio/mpeg-audio.ts'
import { nextStartCode } from '../formats/video/start-code.ts'
import { isIcon, isPcx, isPlainMetafile, isPortable, isSgi, isTarga } from './picture-headers.ts'
import {
  isArj,
  isBinaryCpio,
  isBzip2,
  isCompress,
  isLzma,
  isProgram,
  isTar,
} from './program-headers.ts'

/** Whether the beginning of a file of this size makes sense as this format. */
type Matches = (head: Buffer, size: number) => boolean

/** Formats with a weak signature or none: each is recognised by a header that makes sense as a whole. */
export const HEADERS: readonly (readonly [string, Matches])[] = [
  ['audio/mpeg', isTagged],
  ['audio/mpeg', isMpegAudio],
  ['audio/aac', isAdts],
  ['audio/ac3', isAc3],
  ['audio/eac3', isEac3],
  ['video/mp2t', isTransportStream],
  ['video/mpeg', isMpegVideo],
  ['video/h264', (head) => firstUnits(head) === 'h264'],
  ['video/h265', (head) => firstUnits(head) === 'h265'],
  ['application/x-bzip2', isBzip2],
  ['application/x-msdownload', isProgram],
  ['application/x-shockwave-flash', isFlash],
  ['application/x-compress', isCompress],
  ['application/x-cpio', isBinaryCpio],
  ['application/x-arj', isArj],
  ['application/x-lzma', isLzma],
  ['application/x-tar', isTar],
  ['application/x-3ds', is3ds],
  ['application/x-font-type1', isType1],
  ['image/bmp', isBitmap],
  ['video/x-flc', isFlic],
  ['image/x-portable-bitmap', (head) => isPortable(head, '4')],
  ['image/x-portable-graymap', (head) => isPortable(head, '5')],
  ['image/x-portable-pixmap', (head) => isPortable(head, '6')],
  ['image/x-portable-arbitrarymap', (head) => head.toString('latin1', 0, 9) === 'P7\nWIDTH '],
  ['image/sgi', isSgi],
  ['image/vnd.zbrush.pcx', isPcx],
  ['image/x-pict', isPict],
  ['image/x-xwindowdump', isWindowDump],
  ['image/wmf', isPlainMetafile],
  ['image/x-icon', (head, size) => isIcon(head, size, 1)],
  ['image/x-cursor', (head, size) => isIcon(head, size, 2)],
  ['image/x-tga', isTarga],
]

/**
 * An ID3v2 tag: a version that exists, a size of bytes below 128, and then an extended header, a frame or padding
 * (ID3v2.4 structure, 3 and 4). Some writers name frames by three letters, as in ID3v2.2, or by small ones.
 */
function isTagged(head: Buffer): boolean {
  if (head.toString('latin1', 0, 3) !== 'ID3' || head.length < 10) return false
  const size = head.subarray(6, 10)
  const isHeader = head.readUInt8(3) >= 2 && head.readUInt8(3) <= 4 && head.readUInt8(4) < 0xff
  if (!isHeader || size.some((byte) => byte >= 0x80)) return false
  const isExtended = (head.readUInt8(5) & 0x40) !== 0
  return (
    isExtended ||
    size.every((byte) => byte === 0) ||
    /^(?:[A-Za-z0-9]{3}|\0|$)/.test(head.toString('latin1', 10, 13))
  )
}

/** Two frames in a row, or one that is the whole file. */
function isAdts(head: Buffer, size: number): boolean {
  const next = readAdtsFrame(head, 0)?.length
  return next !== undefined && (next === size || readAdtsFrame(head, next) !== undefined)
}

/** Sync bytes of three packets of 188 bytes, or of 192 with a time stamp before each. */
function isTransportStream(head: Buffer): boolean {
  return [
    [0, 188],
    [4, 192],
  ].some(([at = 0, size = 0]) => [0, 1, 2].every((packet) => head[at + packet * size] === 0x47))
}

/**
 * Marker bits of a pack header: the byte, the bits that count, and their value (ISO/IEC 11172-1, 2.4.3.2; 13818-1,
 * 2.5.3.3).
 */
const PACKS: readonly (readonly (readonly [number, number, number])[])[] = [
  [
    [4, 0xf1, 0x21],
    [6, 1, 1],
    [8, 1, 1],
    [9, 0x80, 0x80],
    [11, 1, 1],
  ],
  [
    [4, 0xc4, 0x44],
    [6, 4, 4],
    [8, 4, 4],
    [9, 1, 1],
    [12, 3, 3],
  ],
]

/** A pack header of MPEG-1 or MPEG-2, or a sequence header with a size and a frame rate (13818-2, 6.2.2.1). */
function isMpegVideo(head: Buffer): boolean {
  if (head.length < 13 || head.readUIntBE(0, 3) !== 1) return false
  if (head[3] === 0xba) {
    return PACKS.some((marks) =>
      marks.every(([at, mask, bits]) => (head.readUInt8(at) & mask) === bits),
    )
  }
  const rate = head.readUInt8(7) & 15
  const hasMarker = (head.readUInt8(10) & 0x20) !== 0
  return head[3] === 0xb3 && head.readUIntBE(4, 3) > 0xffff && rate >= 1 && rate <= 8 && hasMarker
}

/** A raw stream of H.264 or H.265 begins with parameter sets (ITU-T H.264 and H.265, annex B). */
function firstUnits(head: Buffer): 'h264' | 'h265' | undefined {
  const first = nextStartCode(head.subarray(0, 8), 0)
  if (first !== 0 && !(first === 1 && head[0] === 0)) return undefined
  const units: number[] = []
  for (let at = first; at >= 0 && units.length < 2; at = nextStartCode(head, at + 3)) {
    const unit = head[at + 3] ?? 0xff
    // Access unit delimiters tell nothing about the format.
    if (unit !== 9 && unit !== 0x46) units.push(unit)
  }
  const [one = 0, two = 0] = units
  if ((one & 0x9f) === 7 && (two & 0x9f) === 8) return 'h264'
  return one === 0x40 && two === 0x42 ? 'h265' : undefined
}

/** Flash: compression, a version that exists, and a plausible unpacked length (SWF 19, chapter 2). */
function isFlash(head: Buffer, size: number): boolean {
  const version = head[3] ?? 0
  if (!/^[FCZ]WS$/.test(head.toString('latin1', 0, 3)) || version < 1 || version > 60) return false
  if (head.length < 8) return true
  const length = head.readUInt32LE(4)
  return length >= size / 2 && length < 2 ** 27
}

/** The main chunk, no longer than the file, with a version, a mesh or key frames. */
function is3ds(head: Buffer, size: number): boolean {
  if (head.length < 16 || head.readUInt16LE(0) !== 0x4d4d || head.readUInt32LE(2) > size)
    return false
  return [0x0002, 0x3d3d, 0xb000].includes(head.readUInt16LE(6)) && head.readUInt32LE(8) <= size
}

/** A text segment that begins like a PostScript font (Adobe Technical Note 5040, 3.3). */
function isType1(head: Buffer): boolean {
  return head.toString('latin1', 0, 2) === '\x80\x01' && head.toString('latin1', 6, 8) === '%!'
}

function isBitmap(head: Buffer): boolean {
  if (head.toString('latin1', 0, 2) !== 'BM' || head.length < 26) return false
  const infoSize = head.readUInt32LE(14)
  return infoSize >= 12 && infoSize <= 256
}

function isFlic(head: Buffer): boolean {
  if (head.length < 16) return false
  const magic = head.readUInt16LE(4)
  if (magic !== 0xaf11 && magic !== 0xaf12) return false
  return head.readUInt16LE(12) <= 32 || (head.length >= 134 && head.readUInt16LE(132) === 0xf1fa)
}

/** A version opcode after 512 bytes for applications, the size and the frame (Inside Macintosh: Imaging, A). */
function isPict(head: Buffer): boolean {
  if (head.length < 530) return false
  if (head.readUInt32BE(522) === 0x001102ff) return true
  return head.readUInt16BE(522) === 0x1101 && head.subarray(0, 512).every((byte) => byte === 0)
}

/** Version 7 of X Window dumps, in the byte order that all writers use today. */
function isWindowDump(head: Buffer, size: number): boolean {
  if (head.length < 100 || head.readUInt32BE(4) !== 7) return false
  const length = head.readUInt32BE(0)
  return length >= 100 && length < size && head.readUInt32BE(8) <= 2 && head.readUInt32BE(12) <= 32
}
