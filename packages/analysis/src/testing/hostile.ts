import { deflateSync } from 'node:zlib'
import { bytesAsFile } from '../reading/bytes-as-file.ts'
import type { ReadableFile } from '../reading/readable-file.ts'
import { be, box, element, join, latin1, tiffStream, zeros } from './bytes.ts'
import { zip } from './documents.ts'
import { generatedFile } from './generated.ts'
import { jpeg, png, svg } from './pictures.ts'

const MIB = 2 ** 20
const DOT = png({ width: 1, height: 1 })
const MOVIE = box('ftyp', 'isom', zeros(4), 'isom')
const MATROSKA = join(
  element(0x1a45dfa3, element(0x4282, 'webm')),
  '\x18\x53\x80\x67\x01\xff\xff\xff\xff\xff\xff\xff',
)

/** A PNG with one more chunk after its header. */
function pngWith(type: string, content: Buffer): Buffer {
  const header = 33
  const chunk = join(be(content.length, 4), type, content, zeros(4))
  return join(DOT.subarray(0, header), chunk, DOT.subarray(header))
}

/** Endless repetition of `pattern` after `start`. */
function endless(
  start: Buffer | string,
  pattern: Buffer | string,
  size: number = 64 * MIB,
): ReadableFile {
  return generatedFile(join(start), join(pattern), size)
}

/** Files that would keep a reader busy for long, take much memory, or never let it end. */
export const HOSTILE: Readonly<Record<string, ReadableFile>> = {
  'boxes of size zero': endless(MOVIE, zeros(8)),
  'ten million tiny boxes': endless(MOVIE, box('free'), 80_000_000),
  'a movie of ten million tiny tracks': endless(
    join(MOVIE, be(80_000_000, 4), 'moov'),
    box('trak'),
    80_000_000,
  ),
  'a movie of endless fragments': endless(
    join(MOVIE, box('moov', box('trak', box('tkhd', zeros(92)), box('mdia')))),
    box('moof', box('traf', box('trun', zeros(4), be(0xffffffff, 4)))),
  ),
  'a picture of endless items': endless(
    join(box('ftyp', 'avif', zeros(4)), be(64 * MIB, 4), 'meta', zeros(4)),
    box('free'),
  ),
  'a directory that is its own sub-directory': bytesAsFile(tiffStream({ 330: 8, 254: 1 })),
  'a directory of 65,535 entries': endless(
    join('MM', be(42, 2), be(8, 4), be(0xffff, 2)),
    join(be(330, 2), be(4, 2), be(0xffffffff, 4), be(8, 4)),
  ),
  'JPEG segments of 65,000 empty bytes': endless(
    '\xff\xd8',
    join('\xff\xe2', be(65_000, 2), zeros(64_998)),
  ),
  'very many JPEG segments without content': endless('\xff\xd8', '\xff\xe2\0\x02'),
  'JPEG fill bytes only': endless('\xff\xd8\xff\xfe\0\x02', '\xff'),
  'an EXIF block of endless EXIF blocks': endless(
    '\xff\xd8',
    jpeg({ width: 1, height: 1, orientation: 6 }).subarray(2, 40),
  ),
  'a PNG of 2^31 pixels a side': bytesAsFile(png({ width: 2 ** 31 - 1, height: 2 ** 31 - 1 })),
  'a PNG whose XMP unpacks to 50 MB': bytesAsFile(
    pngWith('zTXt', join('XML:com.adobe.xmp\0\0', deflateSync(zeros(50_000_000)))),
  ),
  'endless PNG chunks': endless(DOT.subarray(0, 33), join(zeros(4), 'tEXt', zeros(4))),
  'MP3 sync words only': endless('', '\xff\xfb\x90\0'),
  'MP3 sync bytes only': endless('ID3\x04\0\0\0\0\0\0', '\xff'),
  'ID3 tags only': endless('', 'ID3\x04\0\0\0\0\0\0'),
  'ADTS frames without content': endless('', '\xff\xf1\x50\x80\0\xff\xfc'),
  'AMR frames of one byte': endless(join('#!AMR\n', zeros(13)), '\x7c'),
  'Matroska void elements': endless(MATROSKA, '\xec\x80'),
  'Matroska tracks in tracks': endless(
    MATROSKA,
    '\x16\x54\xae\x6b\x01\xff\xff\xff\xff\xff\xff\xff',
  ),
  'Ogg pages of length zero': endless('', join('OggS\0\x02', zeros(21))),
  'Ogg pages of one empty segment': endless('', join('OggS\0\0', zeros(20), '\x01\0')),
  'a transport stream without PES': endless('', join('G\x40\0\x10', zeros(184))),
  'a program stream of start codes': endless('\0\0\x01\xba', '\0\0\x01\xe0'),
  'RIFF chunks without content': endless('RIFF\xff\xff\xff\xffWAVE', join('junk', zeros(4))),
  'lists in lists': endless('RIFF\xff\xff\xff\xffAVI ', 'LIST\xff\xff\xff\x7fhdrl'),
  'ASF objects of 24 bytes': endless(
    join('\x30\x26\xb2\x75\x8e\x66\xcf\x11', zeros(8), Buffer.alloc(7, 0xff), zeros(7)),
    join(zeros(16), '\x18', zeros(7)),
  ),
  'ASF objects of size zero': endless(
    join('\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9\0\xaa\0\x62\xce\x6c', zeros(14)),
    zeros(24),
  ),
  'JPEG XL boxes of size zero': endless(
    join(be(12, 4), 'JXL ', '\r\n\x87\n', box('ftyp', 'jxl ', zeros(4), 'jxl ')),
    join(zeros(4), 'jxlp'),
  ),
  'HEIF items in boxes of size zero': endless(
    join(box('ftyp', 'heic', zeros(4), 'mif1heic'), be(2 ** 31 - 1, 4), 'meta', zeros(4)),
    join(zeros(4), 'iprp'),
  ),
  'DSD chunks without content': endless(join('FRM8', zeros(8), 'DSD '), join('PROP', zeros(8))),
  'Musepack packets without content': endless('MPCK', 'AP\x03'),
  'icons without content': endless('icns\x7f\xff\xff\xff', 'ic07\0\0\0\0'),
  'a compound file whose directory is a ring': endless(
    join(
      '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
      zeros(22),
      '\x09\0\x06\0',
      zeros(14),
      zeros(4),
      zeros(24),
      zeros(4),
    ),
    zeros(8),
  ),
  '100,000 nested JSON arrays': bytesAsFile(latin1('['.repeat(100_000) + ']'.repeat(100_000))),
  '16,000 nested JSON arrays': bytesAsFile(latin1('['.repeat(8000) + ']'.repeat(8000))),
  '100,000 nested XML elements': bytesAsFile(
    latin1(`<?xml version="1.0"?>${'<a>'.repeat(100_000)}`),
  ),
  'an SVG of a million attributes': bytesAsFile(svg('a="b" '.repeat(1_000_000))),
  'a DOCTYPE of endless entities': endless('<!DOCTYPE svg [', '<!ENTITY a "]">'),
  'comments only': endless('', '<!---->'),
  'quotes only': endless('a,b,c\n', '"'),
  'a header full of comments': bytesAsFile(latin1(`P5 ${'# '.repeat(5000)}`)),
  'a docx whose list of types unpacks to 50 MB': bytesAsFile(
    zip({ '[Content_Types].xml': zeros(50_000_000) }),
  ),
  'a zip file of a million entries': endless('PK\x03\x04', join('PK\x01\x02', zeros(42))),
  'zip end records only': endless('PK\x03\x04', join('PK\x05\x06', zeros(18))),
  'noise of which nothing is known': endless('\x93\x07\xfe', '\x81\x00\x9d\x03\xe7'),
}
