import { deflateRawSync, deflateSync } from 'node:zlib'
import { be, box, element, join, le, tiffStream, zeros } from './bytes.ts'
import { zip } from './documents.ts'
import { HOSTILE } from './hostile.ts'
import { jpeg, png } from './pictures.ts'

/** Bytes of each file below. */
export const MIB: number = 2 ** 20

const TAIL = 128 * 1024

/** 1 MiB that begins with `start` and then repeats `pattern`, up to `end`. */
function filled(
  start: Uint8Array | string,
  pattern: Uint8Array | string,
  end: Uint8Array | string = '',
): Buffer {
  const [head, tail] = [join(start), join(end)]
  return join(head, Buffer.alloc(MIB - head.length - tail.length, join(pattern)), tail)
}

/** An Ogg page header of `segments` segments with the lacing value of the bytes that follow it. */
function oggMark(segments: number): Buffer {
  return join('OggS\0\0', zeros(20), be(segments, 1))
}

const opusHead = join(
  'OggS\0\x02',
  zeros(8),
  le(7, 4),
  zeros(8),
  be(1, 1),
  be(19, 1),
  'OpusHead\x01\x01',
  le(312, 2),
  le(48_000, 4),
  zeros(3),
)
const dot = png({ width: 1, height: 1 })
const pes = (stream: number) =>
  join('\0\0\x01', be(stream, 1), zeros(2), '\x81\x80\x05\x21', zeros(4))
/** A transport packet that begins a PES packet of this stream. */
const packet = (stream: number, fill: Buffer) =>
  join(
    'G\x41\0\x10',
    '\0\0\x01',
    be(stream, 1),
    zeros(2),
    '\x80\x80\x05\x21\0\x01\0\x01',
    Buffer.alloc(170, fill),
  )
const start = Buffer.from([0, 0, 1])
const movie = box('ftyp', 'isom', zeros(4), 'isom')
const fragmented = join(
  movie,
  box(
    'moov',
    box('mvex', box('trex', zeros(4), be(1, 4), zeros(12))),
    box(
      'trak',
      box('tkhd', zeros(12), be(1, 4), zeros(80)),
      box('mdia', box('mdhd', zeros(12), be(1, 4), zeros(8))),
    ),
  ),
)
const matroska = join(
  element(0x1a45dfa3, element(0x4282, 'webm')),
  '\x18\x53\x80\x67\x01\xff\xff\xff\xff\xff\xff\xff',
)
const ooxml = '[Content_Types].xml'

/** A compound file of sectors of 64 KiB whose directory is a ring, full of entries that all are siblings. */
function ringOfEntries(): Buffer {
  const header = join(
    '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    zeros(22),
    le(16, 2),
    zeros(16),
    le(0, 4),
    zeros(24),
    le(1, 4),
    zeros(512 - 80),
  )
  const file = Buffer.alloc(MIB)
  header.copy(file)
  for (let at = 65_536, id = 0; at < MIB; at += 128, id += 1) {
    file.write('x'.repeat(31), at, 'utf16le')
    file.writeUInt16LE(64, at + 64)
    file.writeUInt32LE(id * 2 + 1, at + 68)
    file.writeUInt32LE(id * 2 + 2, at + 72)
    file.writeUInt32LE(1, at + 76)
  }
  // The allocation table is sector 1, where entry 0 follows itself.
  file.writeUInt32LE(0, 2 * 65_536)
  return file
}

/** A TIFF directory of sub-directories, each of which has `entries` lists that lie far apart. */
function scatteredLists(entries: number): Buffer {
  const file = Buffer.alloc(MIB)
  file.write('MM', 'latin1')
  file.writeUInt16BE(42, 2)
  file.writeUInt32BE(8, 4)
  file.writeUInt16BE(entries, 8)
  for (let entry = 0; entry < entries; entry += 1) {
    const at = 10 + entry * 12
    file.writeUInt16BE(entry === 0 ? 254 : 330, at)
    file.writeUInt16BE(4, at + 2)
    file.writeUInt32BE(entry === 0 ? 1 : 16, at + 4)
    file.writeUInt32BE(entry === 0 ? 1 : 20_000 + ((entry * 65_537) % 1_000_000), at + 8)
  }
  for (let at = 20_000; at + 4 <= MIB; at += 4) file.writeUInt32BE(8, at)
  return file
}

/** Files of 1 MiB that are made to cost as much of the main thread as they can, each of one reader. */
export const COSTLY: Readonly<Record<string, Buffer>> = {
  'Ogg marks every 11 bytes of the tail': filled(opusHead, 'OggS\0\0\0\0\0\0\xff'),
  'Ogg marks every 5 bytes of the tail': filled(opusHead, 'OggS\0'),
  'Ogg pages of one empty segment': filled(opusHead, join(oggMark(1), '\0')),
  'Ogg pages without segments': filled(opusHead, oggMark(0)),
  'Ogg pages of 255 segments': filled(opusHead, join(oggMark(255), zeros(255))),
  'Ogg pages longer than the file': filled(
    opusHead,
    join(oggMark(255), Buffer.alloc(255, 255)),
    Buffer.alloc(TAIL / 2, 'OggS\0\0\0\0\0\0\xff'),
  ),
  'sixteen Ogg streams that begin late': join(
    ...Array.from({ length: 16 }, (_, serial) => {
      const page = Buffer.from(opusHead)
      page.writeUInt32LE(serial, 14)
      return page
    }),
    Buffer.alloc(MIB - 16 * opusHead.length, join(oggMark(1), '\0')),
  ),
  'MP3 frames of changing kinds': filled('\xff\xfb\x90\0', Buffer.alloc(413), '\xff'),
  'MP3 with nothing but sync bytes after its first frames': filled(
    join('\xff\xfb\x90\0', zeros(413), '\xff\xfb\x90\0', zeros(413)),
    '\xff',
  ),
  'MP3 headers of another kind': filled(
    join('\xff\xfb\x90\0', zeros(413), '\xff\xfb\x90\0', zeros(413)),
    '\xff\xfb\x94\0',
  ),
  'sync bytes after an ID3 tag': filled('ID3\x04\0\0\0\0\0\0', '\xff'),
  'MP3 headers after an ID3 tag, of which none follows another': filled(
    'ID3\x04\0\0\0\0\0\0',
    '\xff\xfb\x90',
  ),
  'ADTS frames of seven bytes': filled('', '\xff\xf1\x50\x80\0\xff\xfc'),
  'stray bytes after ADTS frames': filled(
    '\xff\xf1\x50\x80\0\xff\xfc\xff\xf1\x50\x80\0\xff\xfc',
    '\xff\xf1\x3c',
  ),
  'AMR frames of one byte': filled(join('#!AMR\n', zeros(13)), '\x7c'),
  'a program stream of start codes': filled('\0\0\x01\xba', '\0\0\x01'),
  'a program stream of times': filled('\0\0\x01\xba', pes(0xe0)),
  'a program stream of times on all streams': filled(
    '\0\0\x01\xba',
    join(...Array.from({ length: 47 }, (_, index) => pes(0xc0 + index))),
  ),
  'MPEG-1 stuffing': filled('\0\0\x01\xba', join('\0\0\x01\xe0\0\0', Buffer.alloc(16, 0xff))),
  'a transport stream of H.264 start codes': filled(packet(0xe0, start), packet(0xe0, start)),
  'a transport stream of units that are no parameters': filled(
    '',
    packet(0xe0, Buffer.from([0, 0, 1, 6])),
  ),
  'a transport stream of broken parameters': filled(
    '',
    packet(0xe0, Buffer.from([0, 0, 1, 7, 100])),
  ),
  'tiny boxes': filled(movie, box('free')),
  'a movie of tiny tracks': filled(join(movie, be(MIB - 100, 4), 'moov'), box('trak')),
  'a movie of tracks of tiny boxes': filled(
    join(movie, be(MIB - 100, 4), 'moov'),
    box('trak', ...Array.from({ length: 500 }, () => box('free'))),
  ),
  'a movie of empty fragments': filled(fragmented, box('moof')),
  'a movie of fragments': filled(
    fragmented,
    box('moof', box('traf', box('tfhd', zeros(4), be(1, 4)), box('trun', zeros(4), be(1, 4)))),
  ),
  'a movie of one endless run': filled(
    join(
      fragmented,
      be(MIB - 1000, 4),
      'moof',
      be(MIB - 1008, 4),
      'traf',
      be(MIB - 1016, 4),
      'trun',
      be(0x100, 4),
      be(0xffffffff, 4),
    ),
    be(1, 4),
  ),
  'a picture of endless properties': filled(
    join(
      box('ftyp', 'avif', zeros(4)),
      be(MIB - 100, 4),
      'meta',
      zeros(4),
      be(MIB - 120, 4),
      'iprp',
      box('ipma', zeros(4), be(1, 4), be(1, 2), be(1, 1), be(1, 1)),
      be(MIB - 200, 4),
      'ipco',
    ),
    box('free'),
  ),
  'a picture of endless associations': filled(
    join(
      box('ftyp', 'avif', zeros(4)),
      be(MIB - 24, 4),
      'meta',
      zeros(4),
      be(MIB - 40, 4),
      'iprp',
      box('ipco', box('ispe', zeros(12))),
      be(MIB - 100, 4),
      'ipma\0\0\0\0\xff\xff\xff\xff',
    ),
    '\x7f\x7f\0',
  ),
  'Matroska void elements': filled(matroska, '\xec\x80'),
  'a Matroska cluster of tiny blocks': filled(
    join(matroska, element(0x1654ae6b), '\x1f\x43\xb6\x75\x01\xff\xff\xff\xff\xff\xff\xff'),
    '\xa3\x84\x81\0\x01\0',
  ),
  'Matroska tracks without content': filled(
    join(matroska, '\x16\x54\xae\x6b\x01\xff\xff\xff\xff\xff\xff\xff'),
    '\xae\x80',
  ),
  'RIFF chunks without content': filled('RIFF\xff\xff\xff\xffWAVE', join('junk', zeros(4))),
  'IFF chunks without content': filled('FORM\xff\xff\xff\xffAIFF', join('junk', zeros(4))),
  'lists in lists': filled('RIFF\xff\xff\xff\xffAVI ', 'LIST\xff\xff\xff\x7fhdrl'),
  'an AVI of empty streams': filled(
    'RIFF\xff\xff\xff\xffAVI LIST\xff\xff\xff\x7fhdrl',
    join('LIST', le(4, 4), 'strl'),
  ),
  'JPEG fill bytes': filled('\xff\xd8\xff\xfe\0\x02', '\xff'),
  'JPEG stray bytes': filled('\xff\xd8\xff\xfe\0\x02', 'a'),
  'JPEG segments without content': filled('\xff\xd8', '\xff\xe2\0\x02'),
  'JPEG markers without a segment': filled('\xff\xd8\xff\xfe\0\x02', '\xff\xd0'),
  'a JPEG of XMP without an end': filled(
    join('\xff\xd8', '\xff\xe1\xff\xff', 'http://ns.adobe.com/xap/1.0/\0'),
    'tiff:Orientation ',
    jpeg({ width: 1, height: 1 }),
  ),
  'a PNG whose XMP is almost an orientation': filled(
    join(dot.subarray(0, 33), be(MIB - 100, 4), 'iTXtXML:com.adobe.xmp\0\0\0\0\0'),
    'tiff:Orientation= ',
  ),
  'a PNG whose XMP is spaces': filled(
    join(dot.subarray(0, 33), be(MIB - 100, 4), 'iTXtXML:com.adobe.xmp\0\0\0\0\0tiff:Orientation'),
    ' ',
  ),
  'a PNG whose XMP unpacks to 1 MiB': filled(
    join(
      dot.subarray(0, 33),
      be(MIB - 100, 4),
      'zTXtXML:com.adobe.xmp\0\0',
      deflateSync(Buffer.alloc(MIB - 1, 'tiff:Orientation ')),
    ),
    zeros(1),
  ),
  'a TIFF of scattered lists': scatteredLists(1024),
  'a TIFF that is its own sub-directory': filled(tiffStream({ 330: 8, 254: 1 }), zeros(1)),
  'zip entries without names': filled(
    'PK\x03\x04',
    join('PK\x01\x02', zeros(42)),
    join('PK\x05\x06', zeros(8), le(256 * 1024, 4), zeros(6)),
  ),
  'zip local headers every 4 bytes': filled('', 'PK\x03\x04'),
  'zip local headers of long names': filled(
    '',
    join('PK\x03\x04', zeros(22), '\xff\xff', zeros(2)),
  ),
  'zip end records': filled('PK\x03\x04', join('PK\x05\x06', zeros(18))),
  'three documents that unpack to 1 MiB': join(
    Buffer.alloc(0),
    zip({
      [ooxml]: Buffer.alloc(MIB, '"application/vnd.'),
      'index.xml': Buffer.alloc(MIB, ' '),
    }),
  ),
  'content types that are almost a main part': zip({
    [ooxml]: `"application/vnd.${'a'.repeat(MIB - 100)}`,
  }),
  'content types of endless main parts': zip({
    [ooxml]: Buffer.alloc(MIB, '"application/vnd.a.main+xml"'),
  }),
  'a stored list of types': filled('', deflateRawSync(zeros(1))),
  'a compound file of 64 KiB sectors in a ring': ringOfEntries(),
  'ASF objects of 24 bytes': filled(
    join('\x30\x26\xb2\x75\x8e\x66\xcf\x11', zeros(8), Buffer.alloc(7, 0xff), zeros(7)),
    join(zeros(16), '\x18', zeros(7)),
  ),
  'UTF-16 of private characters': filled('\xff\xfe', '\0\xe0a\0'),
  'text of another encoding': filled('', 'na\xefve '),
  'quotes and commas': filled('', '",'),
  'rows of commas': filled('', ',,,\n'),
  'mail headers': filled('', 'From: a\n'),
  'JSON of half a string': filled('{"', '\\"'),
  'XML comments': filled('<?xml version="1.0"?>', '<!---->'),
  'a DOCTYPE of brackets': filled('<!DOCTYPE svg [', '] ] '),
  'an SVG of attributes': filled('<svg ', "width='1 "),
  'an X bitmap of definitions': filled('#define a_width 1\n', '#define width '),
  'a portable map of comments': filled('P6 ', '# \n '),
  noise: filled('', '\x93\x07\0\xfe\x81'),
}

/** The first MiB of each file that others are tried with, for those of another shape. */
export async function costlyFiles(): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map(Object.entries(COSTLY))
  for (const [name, file] of Object.entries(HOSTILE)) {
    const bytes = await file.read({ start: 0, end: Math.min(file.size, MIB) })
    files.set(`${name}, its first MiB`, Buffer.from(bytes))
  }
  return files
}
