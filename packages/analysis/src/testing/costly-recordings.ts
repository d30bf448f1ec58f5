import { be, box, element, join, le, zeros } from './bytes.ts'
import { filled, MIB } from './filled.ts'

const TAIL = 128 * 1024

/** An Ogg page header of `segments` segments; the bytes after it are read as their lacing values. */
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

/** Sound and video of 1 MiB, each made to cost one reader as much of the main thread as it can. */
export const COSTLY_RECORDINGS: Readonly<Record<string, Buffer>> = {
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
  'ASF objects of 24 bytes': filled(
    join('\x30\x26\xb2\x75\x8e\x66\xcf\x11', zeros(8), Buffer.alloc(7, 0xff), zeros(7)),
    join(zeros(16), '\x18', zeros(7)),
  ),
}
