import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { NO_EMBEDDED_FACTS } from '../facts/embedded-facts.ts'
import { bytesAsFile } from '../reading/bytes-as-file.ts'
import { be, box, element, join, zeros } from '../testing/bytes.ts'
import { movie, PIXELS, SECRET, track } from '../testing/movies.ts'
import { type HeicItem, heicOf, jpegOf, photoTiff, SEGMENT, xmpPacket } from '../testing/photos.ts'
import { cleaned } from '../testing/read-bytes.ts'
import { locationCare, locationEdits } from './location-edits.ts'

const EXIF = photoTiff({
  main: { 270: { text: 'A title' } },
  exposure: { 37500: { text: SECRET } },
})
const XMP_UUID = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')
const MORE_XMP = join('http://ns.adobe.com/xmp/extension/\0', zeros(40))
const shot = `<xmpDM:shotLocation>${SECRET}</xmpDM:shotLocation>`
const pixels: HeicItem = { type: 'hvc1', bytes: PIXELS }
const xmpOf = (value: string) => xmpPacket('', `<photoshop:City>${value}</photoshop:City>`)

/** A movie of pixels with more boxes: at the top, and in the movie's box. */
function movieWith(top: readonly Buffer[], inner: readonly Buffer[] = []): Buffer {
  const start = join(box('ftyp', 'isom'), box('moov', box('mvhd', zeros(100)), ...inner), ...top)
  return join(start, box('mdat', PIXELS))
}

const meta = (...content: readonly (Uint8Array | string)[]) =>
  box('meta', zeros(4), box('hdlr', zeros(8), 'mdta', zeros(12)), ...content)
const keyed = meta(
  box('keys', zeros(4), be(1, 4), box('mdta', 'com.apple.quicktime.location.ISO6709')),
  box('ilst', box('\0\0\0\x01', box('data', be(1, 4), zeros(4), SECRET))),
)
/** Boxes of metadata, wherever they are. */
const DATA: readonly Buffer[] = [
  keyed,
  meta(box('xml ', zeros(4), SECRET)),
  meta(box('bxml', zeros(4), SECRET)),
  meta(box('ID32', zeros(6), SECRET)),
  meta(box('uuid', zeros(16), SECRET)),
  meta(SECRET),
  box('udta', box('loci', zeros(4), SECRET)),
  box('uuid', XMP_UUID, xmpOf(SECRET)),
]

/** A GIF of one pixel with this application's data. */
function gifWith(application: string, ...blocks: readonly (Uint8Array | string)[]): Buffer {
  const image = join(',', zeros(8), '\0', '\x02', be(PIXELS.length, 1), PIXELS, '\0')
  const extension = join('!\xff\x0b', application, ...blocks)
  return join('GIF89a', be(0x01000100, 4), zeros(3), extension, image, ';')
}

/** A GIF of very many frames, each of 100 bytes. */
function longGif(): Buffer {
  const frame = join('!\xf9\x04', zeros(5), ',', zeros(8), '\0\x02', be(100, 1), zeros(100), '\0')
  const head = gifWith('NETSCAPE2.0', '\x03\x01\0\0\0')
  return join(head.subarray(0, -1), ...Array(4000).fill(frame), ';')
}

/** From each of its bytes, taken for the size of a block, readers reach its end (XMP part 3, 1.1.2). */
const MAGIC = join('\x01', Buffer.from(Array.from({ length: 256 }, (_, at) => 255 - at)), zeros(1))

function matroskaWith(...elements: readonly Buffer[]): Buffer {
  const pixelsOf = element(0x1f43b675, element(0xa3, PIXELS))
  const head = element(0x1a45dfa3, element(0x4282, 'webm'))
  return join(head, element(0x18538067, ...elements, pixelsOf))
}
const tag = element(
  0x7373,
  element(0x67c8, element(0x45a3, 'RECORDING_LOCATION'), element(0x4487, SECRET)),
)

const JXL = join(be(12, 4), 'JXL \r\n\x87\n', box('ftyp', 'jxl ', zeros(4), 'jxl '))
const text = 'x'.repeat(10)

const HIDDEN: Readonly<Record<string, readonly (readonly [type: string, bytes: Buffer])[]>> = {
  'EXIF data after a bare marker': [
    [
      'image/jpeg',
      join(
        '\xff\xd8\xff\x01',
        jpegOf([
          [0xe1, join(SEGMENT.exif, EXIF)],
          [0xdb, PIXELS],
        ]).subarray(2),
      ),
    ],
  ],
  'EXIF data behind a marker that no picture has': [
    [
      'image/jpeg',
      join(
        jpegOf([[0xdb, PIXELS]]).subarray(0, -2),
        '\xff\x36\x7f\xff',
        jpegOf([[0xe1, join(SEGMENT.exif, EXIF)]]),
      ),
    ],
  ],
  'a comment that is cut off': [
    [
      'image/jpeg',
      join('\xff\xd8', '\xff\xdb', be(2 + PIXELS.length, 2), PIXELS, '\xff\xfe\xff\0', SECRET),
    ],
  ],
  'a part of a long XMP packet': [
    [
      'image/jpeg',
      jpegOf([
        [0xe1, join(MORE_XMP, SECRET)],
        [0xdb, PIXELS],
      ]),
    ],
  ],
  'a property whose name ends with the word': [
    [
      'image/jpeg',
      jpegOf([
        [0xe1, join(SEGMENT.xmp, xmpPacket('', shot))],
        [0xdb, PIXELS],
      ]),
    ],
  ],
  'EXIF data of a HEIC file without an offset': [
    ['image/heic', heicOf([pixels, { type: 'Exif', bytes: EXIF }])],
    ['image/heic', heicOf([pixels, { type: 'Exif', bytes: join(be(9, 4), EXIF) }])],
    ['image/heic', heicOf([pixels, { type: 'Exif', bytes: join(be(0xffffffff, 4), EXIF) }])],
  ],
  'a packed XMP packet of a HEIC file': [
    [
      'image/heic',
      heicOf([
        pixels,
        { type: 'mime', mime: 'application/rdf+xml\0deflate', bytes: join(SECRET, text) },
      ]),
    ],
  ],
  'an item of a HEIC file that is a JPEG file': [
    [
      'image/heic',
      heicOf([pixels, { type: 'jpeg', bytes: jpegOf([[0xe1, join(SEGMENT.exif, EXIF)]]) }]),
    ],
  ],
  'boxes of a movie': DATA.flatMap((box_) => [
    ['video/mp4', movieWith([box_])],
    ['video/mp4', movieWith([], [box_])],
    ['video/mp4', movieWith([], [join(be(8 + box_.length, 4), 'trak', box_)])],
    ['video/mp4', movieWith([box('moof', box('mfhd', zeros(8)), box('traf', box_))])],
  ]),
  'boxes beside the items of a HEIC file': ['xml ', 'uuid', 'udta', 'note'].map((type) => [
    'image/heic',
    join(box('ftyp', 'heic', zeros(4)), meta(box(type, zeros(20), SECRET)), box('mdat', PIXELS)),
  ]),
  'data of an application in a GIF file': [
    ['image/gif', gifWith('XMP DataXMP', SECRET, MAGIC)],
    ['image/gif', gifWith('XMP DataXMP', be(SECRET.length, 1), SECRET, zeros(1))],
  ],
  'tags of a Matroska file': [
    ['video/webm', matroskaWith(element(0x1254c367, tag))],
    ['video/x-matroska', matroskaWith(element(0x1254c367, tag))],
  ],
  'boxes of a JPEG XL file': [
    ['image/jxl', join(JXL, box('jxlc', PIXELS), box('xml ', xmpOf(SECRET)))],
    ['image/jxl', join(JXL, box('jxlc', PIXELS), box('Exif', zeros(4), EXIF))],
    ['image/jxl', join(JXL, box('jxlc', PIXELS), box('jumb', SECRET))],
  ],
}

describe('a location does not hide in', () => {
  it.each(Object.entries(HIDDEN))('%s', async (_, files) => {
    for (const [index, [type, bytes]] of files.entries()) {
      expect(bytes.includes(SECRET), `${index}`).toBe(true)
      const clean = (await cleaned(bytes, type)) ?? zeros(0)
      expect(clean.length, `${index}`).toBe(bytes.length)
      expect(clean.includes(SECRET), `${index}`).toBe(false)
      expect(clean.includes(PIXELS), `${index}`).toBe(true)
      expect(await locationEdits(bytesAsFile(clean), type), `${index}`).toEqual([])
    }
  })

  it('a packed box of a JPEG XL file', async () => {
    const packed = box('brob', 'xml ', brotliCompressSync(xmpOf(SECRET)))
    const clean = await cleaned(join(JXL, box('jxlc', PIXELS), packed), 'image/jxl')
    expect(clean?.includes(packed.subarray(16))).toBe(false)
  })

  it('a track of texts behind a picture', async () => {
    const photo = jpegOf([[0xdb, PIXELS]])
    const clean = (await cleaned(join(photo, movie('sbtl')), 'image/jpeg')) ?? zeros(0)
    expect(clean.length).toBeGreaterThan(0)
    expect(clean.includes(SECRET)).toBe(false)
  })

  it('a track of more text than anybody reads', async () => {
    const start = join(box('ftyp', 'isom'), box('moov', track('text', 0, 0)))
    const size = 5 * 2 ** 20
    const content = join(Buffer.alloc(size - SECRET.length, 'x'), SECRET)
    const bytes = join(
      box('ftyp', 'isom'),
      box('moov', track('text', start.length + 8, size)),
      box('mdat', content),
    )
    expect((await cleaned(bytes, 'video/mp4'))?.includes(SECRET)).toBe(false)
  })
})

describe('a file that may name a location and cannot be cleaned', () => {
  const location = { latitude: 1, longitude: 1, altitude: null }
  const endless = heicOf([pixels, { type: 'Exif', bytes: zeros(0) }])
  const many = heicOf(Array(4100).fill({ type: 'hvc1', bytes: zeros(1) }))
  const drawing = (inside: string) => Buffer.from(`<svg xmlns="x">${inside}</svg>`)

  it.each([
    ['an item without a length', 'image/heic', endless],
    ['more items than anybody counts', 'image/heic', many],
    ['a TIFF file', 'image/tiff', photoTiff({ gps: { 1: { text: 'N' } } })],
    ['a TIFF file with notes of the maker', 'image/tiff', EXIF],
    ['a file whose type nobody found out', 'application/octet-stream', jpegOf([])],
    ['a drawing', 'image/svg+xml', drawing('<photoshop:City>Munich</photoshop:City>')],
  ])('%s', async (_, type, bytes) => {
    expect(await locationEdits(bytesAsFile(bytes), type)).toBeNull()
  })

  it('is not taken for one that says nothing', () => {
    const careOf = (mimeType: string, type: 'image' | 'video' | 'document' | 'audio' = 'image') =>
      locationCare({ mimeType, type, embedded: null })
    for (const raw of ['orf', 'rw2'].map((name) => `image/x-${name}`)) {
      expect(careOf(raw)).toBe('refuse')
    }
    expect(careOf('image/jp2')).toBe('refuse')
    expect(careOf('image/never-heard-of')).toBe('refuse')
    expect(careOf('video/x-msvideo', 'video')).toBe('refuse')
    expect(careOf('audio/3gpp', 'audio')).toBe('look')
    expect(careOf('image/heic-sequence')).toBe('look')
    expect(careOf('image/bmp')).toBe('none')
    expect(careOf('application/pdf', 'document')).toBe('none')
    const said = { ...NO_EMBEDDED_FACTS, location }
    expect(locationCare({ mimeType: 'image/bmp', type: 'image', embedded: said })).toBe('refuse')
  })

  it('stays as it is when it says nothing', async () => {
    const page = (next: number) =>
      join(be(1, 2), be(256, 2), be(3, 2), be(1, 4), zeros(4), be(next, 4))
    const pages = join(
      'MM',
      be(42, 2),
      be(8, 4),
      ...Array.from({ length: 100 }, (_, at) => page(at === 99 ? 0 : 8 + 18 * (at + 1))),
    )
    const plain: readonly (readonly [string, Buffer])[] = [
      ['image/tiff', photoTiff({ main: { 270: { text: 'A title' } } })],
      ['image/svg+xml', drawing('<g id="location"/>')],
      ['application/octet-stream', Buffer.from('GPS')],
      ['image/tiff', pages],
      ['image/gif', gifWith('NETSCAPE2.0', '\x03\x01\0\0\0')],
      ['image/gif', longGif()],
      ['video/webm', matroskaWith(element(0x1254c367, element(0x7373)))],
      ['image/jxl', join(JXL, box('jxlc', PIXELS))],
      ['image/jxl', join('\xff\x0a', PIXELS)],
    ]
    for (const [type, bytes] of plain) {
      expect(await locationEdits(bytesAsFile(bytes), type), type).toEqual([])
    }
    const where = xmpPacket('exif:SubjectLocation="5 7"')
    const photo = jpegOf([[0xe1, join(SEGMENT.xmp, where)]])
    expect(await locationEdits(bytesAsFile(photo), 'image/jpeg')).toEqual([])
  })
})
