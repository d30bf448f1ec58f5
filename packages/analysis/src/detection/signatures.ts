import { HEADERS } from './headers.ts'
import { isoTypeOf, jpeg2000TypeOf } from './iso-brand.ts'

/** One signature: bytes at an offset, as latin1 text, and what they mean. */
interface Signature {
  readonly at: number
  readonly bytes: string
  readonly mimeType: string
}

/** Bytes at the beginning of the file in which signatures are sought. */
const SEARCHED = 2048

/**
 * The type that the first bytes of a file of this size announce beyond doubt; `undefined` leaves it to other checks.
 */
export function matchSignature(head: Buffer, size: number): string | undefined {
  const start = head.toString('latin1', 0, SEARCHED)
  if (start.startsWith('ftyp', 4)) return isoTypeOf(head)
  if (start.startsWith('\x1aE\xdf\xa3')) {
    return start.includes('\x42\x82\x84webm') ? 'video/webm' : 'video/x-matroska'
  }
  if (start.startsWith(JPEG_2000)) return jpeg2000TypeOf(head)
  const signature = SIGNATURES.find(({ bytes, at }) => start.startsWith(bytes, at))
  return signature?.mimeType ?? HEADERS.find(([, matches]) => matches(head, size))?.[0]
}

/** Every type that signatures and headers decide. */
export function signedTypes(): readonly string[] {
  return [...SIGNATURES.map(({ mimeType }) => mimeType), ...HEADERS.map(([mimeType]) => mimeType)]
}

/** JPEG 2000 has its brand after a signature box of twelve bytes (ITU-T T.800, I.5.1). */
const JPEG_2000 = '\0\0\0\x0cjP  \r\n\x87\n'

const LOTUS = 'application/vnd.lotus-1-2-3'
const QUATTRO = 'application/x-quattro-pro'

const SIGNATURES: readonly Signature[] = [
  row('\x89PNG\r\n\x1a\n', 'image/png'),
  row('\xff\xd8\xff\xf7', 'image/jls'),
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
  row('\xfd7zXZ\0', 'application/x-xz'),
  row('\x28\xb5\x2f\xfd', 'application/zstd'),
  row('7z\xbc\xaf\x27\x1c', 'application/x-7z-compressed'),
  row('Rar!\x1a\x07', 'application/vnd.rar'),
  row('ustar', 'application/x-tar', 257),
  row('\x30\x26\xb2\x75\x8e\x66\xcf\x11', 'video/x-ms-wmv'),
  row('FLV\x01', 'video/x-flv'),
  row('#!AMR', 'audio/amr'),
  row('fLaC', 'audio/flac'),
  row('OggS', 'audio/ogg'),
  row('II*\0', 'image/tiff'),
  row('MM\0*', 'image/tiff'),
  row('II+\0', 'image/tiff'),
  row('MM\0+', 'image/tiff'),
  row('<?xml version=', 'application/xml'),
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
  row('ILBM', 'image/x-ilbm', 8),
  row('PBM ', 'image/x-ilbm', 8),
  row('ACON', 'application/x-navi-animation', 8),
  row('MAC ', 'audio/ape'),
  row('MP+', 'audio/x-musepack'),
  row('MPCK', 'audio/x-musepack'),
  row('DSD ', 'audio/x-dsf'),
  row('caff\0\x01\0\0', 'audio/x-caf'),
  row('\x7f\xfe\x80\x01', 'audio/vnd.dts'),
  row('\xfe\x7f\x01\x80', 'audio/vnd.dts'),
  row('\x1f\xff\xe8\0', 'audio/vnd.dts'),
  row('\xff\x1f\0\xe8', 'audio/vnd.dts'),
  row('tBaK', 'audio/x-tak'),
  row('Vgm ', 'audio/x-vgm'),
  row('ADIF', 'audio/x-hx-aac-adif'),
  ...['M.K.', 'M!K!', 'FLT4', 'FLT8', '4CHN', '6CHN', '8CHN'].map((mark) =>
    row(mark, 'audio/x-mod', 1080),
  ),
  row('YUV4MPEG2 ', 'video/x-yuv4mpeg'),
  row('\x8aMNG\r\n\x1a\n', 'video/x-mng'),
  row('\x8bJNG\r\n\x1a\n', 'image/x-jng'),
  row('\xabKTX 11\xbb\r\n\x1a\n', 'image/ktx'),
  row('\xabKTX 20\xbb\r\n\x1a\n', 'image/ktx2'),
  row('II\xbc\x01', 'image/vnd.ms-photo'),
  row('II\x1a\0\0\0HEAPCCDR', 'image/x-canon-crw'),
  row('AutoCAD Binary DXF\r\n\x1a\0', 'image/vnd.dxf'),
  row('glTF\x01\0\0\0', 'model/gltf-binary'),
  row('glTF\x02\0\0\0', 'model/gltf-binary'),
  row('\0\0\x02\0\x04\x04', LOTUS),
  row('\0\0\x02\0\x05\x04', LOTUS),
  row('\0\0\x02\0\x06\x04', LOTUS),
  row('\0\0\x1a\0\0\x10\x04\0', LOTUS),
  row('\0\0\x1a\0\x02\x10\x04\0', LOTUS),
  row('\0\0\x1a\0\x03\x10\x04\0', LOTUS),
  row('\0\0\x1a\0\x05\x10\x04\0', LOTUS),
  row('\0\0\x02\0\x01\x10', QUATTRO),
  row('\0\0\x02\0\x02\x10', QUATTRO),
  row('\0\0\x02\0\x20\x51', QUATTRO),
  row('\0\0\x02\0\x21\x51', QUATTRO),
  row('!<arch>\ndebian-binary', 'application/x-deb'),
  row('!<arch>\n', 'application/x-unix-archive'),
  row('070701', 'application/x-cpio'),
  row('070702', 'application/x-cpio'),
  row('070707', 'application/x-cpio'),
  row('\xff\x06\0\0sNaPpY', 'application/x-snappy-framed'),
  row('\xca\xfe\xd0\x0d', 'application/x-java-pack200'),
  row('\x78\x9f\x3e\x22', 'application/vnd.ms-tnef'),
  row('\x89HDF\r\n\x1a\n', 'application/x-hdf5'),
  row('bplist00', 'application/x-plist'),
  row('!BDN', 'application/vnd.ms-outlook-pst'),
]

function row(bytes: string, mimeType: string, at = 0): Signature {
  return { at, bytes, mimeType }
}
