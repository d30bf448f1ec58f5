import { be, box, chunk, element, join, latin1, le, zeros } from './bytes.ts'

/** 8-bit mono at 8 kHz. */
export function wav(seconds: number): Buffer {
  const format = join(le(1, 2), le(1, 2), le(8000, 4), le(8000, 4), le(1, 2), le(8, 2))
  return chunk(
    'RIFF',
    'WAVE',
    chunk('fmt ', format),
    chunk('data', Buffer.alloc(seconds * 8000, 128)),
  )
}

/** 16-bit mono at 8 kHz. */
export function aiff(seconds: number): Buffer {
  const rate = join(be(16383 + 12, 2), be(0xfa000000, 4), zeros(4))
  const common = join(be(1, 2), be(seconds * 8000, 4), be(16, 2), rate)
  const sound = join('SSND', be(8 + seconds * 16_000, 4), zeros(8 + seconds * 16_000))
  const body = join('AIFF', 'COMM', be(common.length, 4), common, sound)
  return join('FORM', be(body.length, 4), body)
}

/** MPEG-1 layer III at 44.1 kHz without an index: frames of 1,152 samples, at these bit rate indexes in turn. */
export function mp3(frames: number, rates: readonly number[] = [9]): Buffer {
  const kilobits = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160]
  return join(
    ...Array.from({ length: frames }, (_, index) => {
      const rate = rates[index % rates.length] ?? 9
      const length = Math.floor((144_000 * (kilobits[rate] ?? 128)) / 44_100)
      return join(Buffer.from([0xff, 0xfb, rate << 4, 0]), zeros(length - 4))
    }),
  )
}

/** An empty ID3v2.4 tag of this size. */
export function id3(size: number): Buffer {
  const digits = [21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f)
  return join('ID3\x04\0\0', Buffer.from(digits), zeros(size))
}

/** AAC frames of 1,024 samples at 44.1 kHz. */
export function adts(frames: number): Buffer {
  const frame = join(Buffer.from([0xff, 0xf1, 0x50, 0x80, 0x08, 0x1f, 0xfc]), zeros(57))
  return join(...Array.from({ length: frames }, () => frame))
}

export function flac(seconds: number): Buffer {
  // Two channels and 16 bits a sample come between the rate and the samples, and share bytes with both.
  const rate = join(be(44_100 * 16 + 2, 3), be(0xf0, 1), be(seconds * 44_100, 4), zeros(16))
  return join('fLaC', be(0x80, 1), be(34, 3), zeros(10), rate)
}

/** Opus in Ogg: 48,000 granules a second after a pre-skip of 312, one packet a second; recorded from `start` on. */
export function opus(seconds: number, start = 0): Buffer {
  const page = (flags: number, granule: number, body: Buffer) =>
    join(
      'OggS\0',
      be(flags, 1),
      le(granule, 4),
      zeros(4),
      le(7, 4),
      zeros(8),
      be(1, 1),
      be(body.length, 1),
      body,
    )
  return join(
    page(2, 0, join('OpusHead\x01\x01', le(312, 2), le(48_000, 4), zeros(3))),
    page(0, 0, latin1('OpusTags')),
    ...Array.from({ length: seconds }, (_, index) =>
      page(index === seconds - 1 ? 4 : 0, (start + index + 1) * 48_000 + 312, zeros(40)),
    ),
  )
}

interface Movie {
  /** Four characters. Default `isom`. */
  readonly brand?: string
  /** Stored pixels; none for sound only. */
  readonly size?: readonly [number, number]
  /** Turned by a quarter for display. */
  readonly isTurned?: boolean
  readonly seconds: number
  /** Puts the samples into fragments and no length into the headers. */
  readonly isFragmented?: boolean
  /** Fragments of a second each that follow the samples of the movie itself. */
  readonly fragments?: number
  /** Turns the whole movie by a quarter. */
  readonly isMovieTurned?: boolean
  /** Pixels of the clean aperture. */
  readonly clean?: readonly [number, number]
  /** Four characters of the sample entry. Default `avc1`, of sound `mp4a`. */
  readonly codec?: string
}

/** A matrix of a movie or track; `isTurned` by a quarter. */
function matrixOf(isTurned = false): Buffer {
  const [a, b] = isTurned ? [0, 0x10000] : [0x10000, 0]
  return join(be(a, 4), be(b, 4), zeros(4), be(b, 4), be(a, 4), zeros(16))
}

/** MP4 with the index after the media, and ticks of a millisecond. */
export function mp4(movie: Movie): Buffer {
  const { brand = 'isom', size, isTurned, seconds, isFragmented, clean } = movie
  const fragments = movie.fragments ?? (isFragmented ? seconds : 0)
  const codec = movie.codec ?? (size ? 'avc1' : 'mp4a')
  const ticks = isFragmented ? 0 : seconds * 1000
  const [width, height] = size ?? [0, 0]
  const aperture = clean
    ? box('clap', be(clean[0], 4), be(1, 4), be(clean[1], 4), be(1, 4), zeros(16))
    : ''
  const track = box(
    'trak',
    box(
      'tkhd',
      zeros(12),
      be(1, 4),
      zeros(4),
      be(ticks, 4),
      zeros(16),
      matrixOf(isTurned),
      be(width, 2),
      zeros(2),
      be(height, 2),
      zeros(2),
    ),
    box(
      'mdia',
      box('mdhd', zeros(12), be(1000, 4), be(ticks, 4), zeros(4)),
      box('hdlr', zeros(8), size ? 'vide' : 'soun', zeros(12)),
      box(
        'minf',
        box(
          'stbl',
          box(
            'stsd',
            zeros(4),
            be(1, 4),
            box(codec, zeros(24), be(width, 2), be(height, 2), zeros(50), aperture),
          ),
          box('stts', zeros(4), be(1, 4), be(ticks / 40, 4), be(40, 4)),
        ),
      ),
    ),
  )
  const extension =
    fragments > 0 ? box('mvex', box('trex', zeros(4), be(1, 4), be(1, 4), be(40, 4), zeros(8))) : ''
  const fragment = box(
    'moof',
    box('traf', box('tfhd', zeros(4), be(1, 4)), box('trun', zeros(4), be(25, 4))),
  )
  return join(
    box('ftyp', brand, zeros(4), brand),
    isFragmented ? '' : box('mdat', zeros(5000)),
    box(
      'moov',
      box(
        'mvhd',
        zeros(12),
        be(1000, 4),
        be(ticks, 4),
        zeros(16),
        matrixOf(movie.isMovieTurned),
        zeros(28),
      ),
      track,
      extension,
    ),
    ...Array.from({ length: fragments }, () => join(fragment, box('mdat', zeros(100)))),
  )
}

/** WebM; without `seconds`, as a live recorder leaves it, with its last block at 2,500 ms. */
export function webm(options: {
  size?: readonly [number, number]
  seconds?: number
  /** Degrees by which a player rolls the picture. */
  roll?: number
  /** Pixels that are cropped: left, right, top and bottom. */
  crop?: readonly [number, number, number, number]
}): Buffer {
  const { size, seconds, roll, crop = [0, 0, 0, 0] } = options
  const turn = Buffer.alloc(4)
  turn.writeFloatBE(roll ?? 0)
  const projection = roll === undefined ? '' : element(0x7670, element(0x7675, turn))
  const crops = [0x54cc, 0x54dd, 0x54bb, 0x54aa].map((id, index) =>
    element(id, be(crop[index] ?? 0, 2)),
  )
  const duration = Buffer.alloc(8)
  duration.writeDoubleBE((seconds ?? 0) * 1000)
  const video = size
    ? element(
        0xe0,
        projection,
        ...crops,
        element(0xb0, be(size[0], 2)),
        element(0xba, be(size[1], 2)),
      )
    : ''
  const block = (time: number) => element(0xa3, be(0x81, 1), be(time, 2), zeros(20))
  return join(
    element(0x1a45dfa3, element(0x4282, 'webm')),
    '\x18\x53\x80\x67\x01\xff\xff\xff\xff\xff\xff\xff',
    element(
      0x1549a966,
      element(0x2ad7b1, be(1_000_000, 3)),
      seconds ? element(0x4489, duration) : '',
    ),
    element(0x1654ae6b, element(0xae, element(0x83, be(size ? 1 : 2, 1)), video)),
    element(0x1f43b675, element(0xe7, be(0, 2)), block(0), block(40)),
    element(0x1f43b675, element(0xe7, be(2000, 2)), block(0), block(500)),
  )
}

/** AVI with one video stream. */
export function avi(
  [width, height]: readonly [number, number],
  frames: number,
  rate: number,
): Buffer {
  const main = join(le(1e6 / rate, 4), zeros(12), le(frames, 4), zeros(36))
  const stream = join('vids', zeros(16), le(1, 4), le(rate, 4), zeros(4), le(frames, 4), zeros(20))
  const format = join(le(40, 4), le(width, 4), le(height, 4), zeros(28))
  const list = chunk('LIST', 'strl', chunk('strh', stream), chunk('strf', format))
  return chunk(
    'RIFF',
    'AVI ',
    chunk('LIST', 'hdrl', chunk('avih', main), list),
    chunk('LIST', 'movi'),
  )
}

/** WavPack at 44.1 kHz. */
export function wavPack(seconds: number): Buffer {
  const counts = join(le(seconds * 44_100, 4), zeros(4), le(22_050, 4), le(9 << 23, 4))
  return join('wvpk', le(120, 4), le(0x410, 2), zeros(2), counts, zeros(100))
}

/** A transport stream of MPEG sound only: one PES packet at its start and one at its end. */
export function transportStream(seconds: number): Buffer {
  const time = (ticks: number) =>
    join(
      be(0x21 | ((ticks >>> 29) & 14), 1),
      be(((ticks >>> 14) & 0xfffe) | 1, 2),
      be(((ticks << 1) & 0xfffe) | 1, 2),
    )
  const packet = (ticks: number) => {
    const payload = join('\0\0\x01\xc0', zeros(2), '\x80\x80\x05', time(ticks))
    return join('G', be(0x4100, 2), '\x10', payload, Buffer.alloc(184 - payload.length, 0xff))
  }
  const filler = join('G', be(0x1fff, 2), '\x10', Buffer.alloc(184, 0xff))
  return join(packet(0), filler, filler, packet(seconds * 90_000))
}

/** Musepack SV8 at 44.1 kHz: a stream header and the end. */
export function musepack(seconds: number): Buffer {
  const samples = seconds * 44_100
  const count = [14, 7, 0].map((shift) => ((samples >> shift) & 0x7f) | (shift ? 0x80 : 0))
  const header = join(zeros(4), be(8, 1), Buffer.from(count), zeros(1), be(0, 1), be(0x10, 1))
  return join('MPCK', 'SH', be(header.length + 3, 1), header, 'AP', be(11, 1), zeros(8), 'SE\x03')
}
