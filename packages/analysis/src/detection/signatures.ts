import { readAdtsFrame } from '../formats/audio/adts.ts'
import { findMpegFrame, readMpegFrame } from '../formats/audio/mpeg-audio.ts'
import { isoTypeOf } from './iso-brand.ts'

/** One signature: bytes at an offset, as latin1 text, and what they mean. */
interface Signature {
  readonly at: number
  readonly bytes: string
  readonly mimeType: string
}

/** The type that the file's first bytes announce without doubt; `undefined` leaves it to others. */
export function matchSignature(head: Buffer): string | undefined {
  const start = head.toString('latin1', 0, 512)
  if (start.startsWith('ftyp', 4)) return isoTypeOf(head)
  if (start.startsWith('\x1aE\xdf\xa3')) {
    return start.includes('\x42\x82\x84webm') ? 'video/webm' : 'video/x-matroska'
  }
  // JPEG 2000 has its brand after a signature box of twelve bytes (ITU-T T.800, I.5.1).
  if (start.startsWith('\0\0\0\x0cjP  \r\n\x87\n')) return isoTypeOf(head.subarray(12))
  const signature = SIGNATURES.find(({ bytes, at }) => start.startsWith(bytes, at))
  return signature?.mimeType ?? HEADERS.find(([, matches]) => matches(head))?.[0]
}

const SIGNATURES: readonly Signature[] = [
  row('\x89PNG\r\n\x1a\n', 'image/png'),
  row('\xff\xd8\xff', 'image/jpeg'),
  row('GIF87a', 'image/gif'),
  row('GIF89a', 'image/gif'),
  row('%PDF-', 'application/pdf'),
  row('PK\x03\x04', 'application/zip'),
  row('PK\x05\x06', 'application/zip'),
  row('PK\x07\x08PK', 'application/zip'),
  row('PK00PK\x03\x04', 'application/zip'),
  row('{\\rtf', 'application/rtf'),
  row('%!PS', 'application/postscript'),
  row('\xc5\xd0\xd3\xc6', 'application/postscript'),
  row('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'application/x-cfb'),
  row('\x1f\x8b\x08', 'application/gzip'),
  row('BZh', 'application/x-bzip2'),
  row('\xfd7zXZ\0', 'application/x-xz'),
  row('\x28\xb5\x2f\xfd', 'application/zstd'),
  row('7z\xbc\xaf\x27\x1c', 'application/x-7z-compressed'),
  row('Rar!\x1a\x07', 'application/vnd.rar'),
  row('ustar', 'application/x-tar', 257),
  row('ID3', 'audio/mpeg'),
  row('\x30\x26\xb2\x75\x8e\x66\xcf\x11', 'video/x-ms-wmv'),
  row('FLV\x01', 'video/x-flv'),
  row('#!AMR', 'audio/amr'),
  row('fLaC', 'audio/flac'),
  row('OggS', 'audio/ogg'),
  row('II*\0', 'image/tiff'),
  row('MM\0*', 'image/tiff'),
  row('II+\0', 'image/tiff'),
  row('MM\0+', 'image/tiff'),
  row('8BPS', 'image/vnd.adobe.photoshop'),
  row('DDS ', 'image/vnd.ms-dds'),
  row('qoif', 'image/x-qoi'),
  row('SIMPLE  =', 'image/fits'),
  row('#?RADIANCE\n', 'image/vnd.radiance'),
  row('#?RGBE\n', 'image/vnd.radiance'),
  row('\xd7\xcd\xc6\x9a', 'image/wmf'),
  row('.snd', 'audio/basic'),
  row('FRM8', 'audio/x-dff'),
  row('\xffWPC', 'application/vnd.wordperfect'),
  row('true\0', 'font/ttf'),
  row('\0\x01\0\0\0', 'font/ttf'),
  row('OTTO\0', 'font/otf'),
  row('ttcf', 'font/collection'),
  row('wOFF', 'font/woff'),
  row('wOF2', 'font/woff2'),
  row('\x7fELF', 'application/x-elf'),
  row('MZ', 'application/x-msdownload'),
  row('\0asm', 'application/wasm'),
  row('SQLite format 3\0', 'application/x-sqlite3'),
  row('ITSF', 'application/vnd.ms-htmlhelp'),
  row('AT&TFORM', 'image/vnd.djvu'),
  row('SDPX', 'image/x-dpx'),
  row('XPDS', 'image/x-dpx'),
  row('\x00MRM', 'image/x-minolta-mrw'),
  row('\xb1\x68\xde\x3a', 'image/x-dcx'),
  row('.RMF', 'application/vnd.rn-realmedia'),
  row('.ra\xfd', 'audio/x-pn-realaudio'),
  row('\x76\x2f\x31\x01', 'image/x-exr'),
  row('TTA1', 'audio/x-tta'),
  row('wvpk', 'audio/wavpack'),
  row('MThd', 'audio/midi'),
  row('\xff\x0a', 'image/jxl'),
  row('\0\0\0\x0cJXL \r\n\x87\n', 'image/jxl'),
  row('\xff\x4f\xff\x51', 'image/j2c'),
  row('BPG\xfb', 'image/bpg'),
  row('gimp xcf ', 'image/x-xcf'),
  row('icns', 'image/icns'),
  row('\x00\x01\x00\x00Standard Jet DB', 'application/x-msaccess'),
  row('\x00\x01\x00\x00Standard ACE DB', 'application/x-msaccess'),
  row('HWP Document File', 'application/x-hwp'),
  row(' EMF', 'image/emf', 40),
  row('WEBP', 'image/webp', 8),
  row('WAVE', 'audio/wav', 8),
  row('AVI ', 'video/x-msvideo', 8),
  row('AIFF', 'audio/aiff', 8),
  row('AIFC', 'audio/aiff', 8),
]

function row(bytes: string, mimeType: string, at = 0): Signature {
  return { at, bytes, mimeType }
}

/** Formats with a weak signature or none: each is recognised by a header that makes sense as a whole. */
const HEADERS: readonly (readonly [string, (head: Buffer) => boolean])[] = [
  ['audio/mpeg', (head) => readMpegFrame(head, 0) !== undefined && findMpegFrame(head) === 0],
  ['audio/aac', isAdts],
  ['video/mp2t', isTransportStream],
  ['image/bmp', isBitmap],
  ['video/x-flc', isFlic],
  ['image/x-portable-bitmap', (head) => isPortable(head, '4')],
  ['image/x-portable-graymap', (head) => isPortable(head, '5')],
  ['image/x-portable-pixmap', (head) => isPortable(head, '6')],
  ['image/x-portable-arbitrarymap', (head) => head.toString('latin1', 0, 9) === 'P7\nWIDTH '],
  ['image/sgi', isSgi],
  ['image/vnd.zbrush.pcx', isPcx],
  ['image/x-tga', isTarga],
  ['image/wmf', isPlainMetafile],
  ['image/x-icon', (head) => isIcon(head, 1)],
  ['image/x-cursor', (head) => isIcon(head, 2)],
]

/** Two frames in a row. */
function isAdts(head: Buffer): boolean {
  const next = readAdtsFrame(head, 0)?.length
  return next !== undefined && readAdtsFrame(head, next) !== undefined
}

/** Sync bytes of three packets of 188 bytes, or of 192 with a time stamp before each. */
function isTransportStream(head: Buffer): boolean {
  return [
    [0, 188],
    [4, 192],
  ].some(([at = 0, size = 0]) => [0, 1, 2].every((packet) => head[at + packet * size] === 0x47))
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

function isPortable(head: Buffer, kind: string): boolean {
  return (
    head[0] === 0x50 &&
    /^P(\d)\s+(?:#[^\n]*\n\s*)*\d+\s/.exec(head.toString('latin1', 0, 512))?.[1] === kind
  )
}

function isSgi(head: Buffer): boolean {
  if (head.length < 12 || head.readUInt16BE(0) !== 0x01da) return false
  return head.readUInt8(2) <= 1 && [1, 2].includes(head.readUInt8(3)) && head.readUInt16BE(4) <= 3
}

function isPcx(head: Buffer): boolean {
  if (head.length < 128 || head[0] !== 0x0a || head.readUInt8(1) > 5 || head.readUInt8(2) > 1)
    return false
  return [1, 2, 4, 8].includes(head.readUInt8(3)) && head.readUInt8(65) <= 4
}

function isTarga(head: Buffer): boolean {
  if (head.length < 19) return false
  const hasMap = head.readUInt8(1)
  const kind = head.readUInt8(2) & ~8
  const isIndexed = kind === 1
  if (kind < 1 || kind > 3 || head.readUInt8(2) > 11 || hasMap !== (isIndexed ? 1 : 0)) return false
  const mapDepth = head.readUInt8(7)
  const mapFits = isIndexed ? [15, 16, 24, 32].includes(mapDepth) : head.readUIntLE(3, 5) === 0
  const size = head.readUInt16LE(12) * head.readUInt16LE(14)
  return (
    mapFits &&
    size > 0 &&
    [8, 15, 16, 24, 32].includes(head.readUInt8(16)) &&
    head.readUInt8(17) < 64
  )
}

function isPlainMetafile(head: Buffer): boolean {
  if (head.length < 18) return false
  const version = head.readUInt16LE(4)
  return (
    [1, 2].includes(head.readUInt16LE(0)) &&
    head.readUInt16LE(2) === 9 &&
    (version === 0x100 || version === 0x300)
  )
}

function isIcon(head: Buffer, kind: 1 | 2): boolean {
  if (head.length < 22 || head.readUInt16LE(0) !== 0 || head.readUInt16LE(2) !== kind) return false
  return (
    head.readUInt16LE(4) > 0 &&
    head.readUInt16LE(4) < 256 &&
    head.readUInt32LE(18) >= 6 &&
    head.readUInt8(9) === 0
  )
}
