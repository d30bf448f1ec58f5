import { crc32 } from 'node:zlib'
import { choicesBy, forSeeds } from '@stowage/testing/seeds'
import { describe, expect, it } from 'vitest'
import { bytesAsFile } from '../reading/bytes-as-file.ts'
import { box, chunk, join, zeros } from '../testing/bytes.ts'
import { movie, PIXELS, SECRET } from '../testing/movies.ts'
import { mutated } from '../testing/mutated.ts'
import {
  heicOf,
  iptcResource,
  jpegOf,
  photoTiff,
  pngOf,
  SEGMENT,
  type TiffDirectory,
  xmpPacket,
} from '../testing/photos.ts'
import { cleaned, photoIn } from '../testing/read-bytes.ts'
import { locationEdits } from './location-edits.ts'

const GPS: TiffDirectory = {
  1: { text: 'N' },
  2: { rational: [[48, 1]] },
  3: { text: 'E' },
  4: { rational: [[11, 1]] },
  29: { text: '2024:05:01' },
}
const EXIF = photoTiff({
  main: { 270: { text: 'The old pier' }, 272: { text: 'NIKON D850' }, 274: { short: [6] } },
  exposure: { 36867: { text: '2024:05:01 18:30:00' }, 37500: { text: SECRET } },
  gps: GPS,
})
const XMP = xmpPacket(
  'exif:GPSLatitude="48,8.2N" exif:GPSLongitude="11,30E" photoshop:City="Munich" dc:format="image/jpeg"',
  `<Iptc4xmpCore:Location>Munich</Iptc4xmpCore:Location>
   <dc:subject><rdf:Bag><rdf:li>pier</rdf:li></rdf:Bag></dc:subject>`,
)

const jpeg = jpegOf([
  [0xe0, join('JFIF\0', zeros(9))],
  [0xe1, join(SEGMENT.exif, EXIF)],
  [0xe1, join(SEGMENT.xmp, XMP)],
  [
    0xed,
    join(
      SEGMENT.photoshop,
      iptcResource([
        [90, 'Munich'],
        [105, 'A headline'],
      ]),
    ),
  ],
  [0xe5, join('Maker', SECRET)],
  [0xdb, PIXELS],
])
const FILES = {
  'image/jpeg': jpeg,
  'image/png': pngOf(
    ['eXIf', EXIF],
    ['iTXt', join('XML:com.adobe.xmp\0\0\0\0\0', XMP)],
    ['tEXt', join('Comment\0', 'GPS ', SECRET)],
    ['teSt', join(SECRET)],
    ['IDAT', PIXELS],
  ),
  'image/webp': chunk(
    'RIFF',
    'WEBP',
    chunk('VP8 ', PIXELS),
    chunk('EXIF', EXIF),
    chunk('XMP ', XMP),
    chunk('note', SECRET),
  ),
  'image/heic': heicOf([
    { type: 'hvc1', bytes: PIXELS },
    { type: 'Exif', bytes: join(zeros(4), EXIF) },
    { type: 'mime', mime: 'application/rdf+xml', bytes: XMP },
    { type: 'mime', mime: 'text/plain', bytes: join(SECRET) },
  ]),
}

describe('locationEdits', () => {
  it.each(Object.entries(FILES))(
    'takes the location out of %s, and nothing else',
    async (type, bytes) => {
      expect((await photoIn(bytes, type))?.location).not.toBeNull()
      const clean = (await cleaned(bytes, type)) ?? zeros(0)
      expect(clean.length).toBe(bytes.length)
      const before = await photoIn(bytes, type)
      expect(await photoIn(clean, type)).toEqual({ ...before, location: null })
      expect(clean.includes('Munich')).toBe(false)
      expect(clean.includes(SECRET)).toBe(false)
      expect(clean.includes('2024:05:01\0')).toBe(false)
      expect(clean.includes(PIXELS)).toBe(true)
      expect(await cleaned(clean, type)).toEqual(clean)
    },
  )

  it('keeps the other texts of a JPEG file', async () => {
    expect((await cleaned(jpeg, 'image/jpeg'))?.includes('A headline')).toBe(true)
  })

  it('gives the chunks of a PNG file their checksums', async () => {
    const clean = (await cleaned(FILES['image/png'], 'image/png')) ?? zeros(0)
    let count = 0
    for (let at = 8; at < clean.length; count += 1) {
      const end = at + 8 + clean.readUInt32BE(at)
      expect(clean.readUInt32BE(end)).toBe(crc32(clean.subarray(at + 4, end)))
      at = end + 4
    }
    expect(count).toBe(7)
  })

  it('cleans the picture and the movie behind a picture', async () => {
    const both = join(jpeg, zeros(100), jpeg, movie())
    const clean = (await cleaned(both, 'image/jpeg')) ?? zeros(0)
    expect(clean.includes(SECRET)).toBe(false)
    expect(clean.includes('48.1374')).toBe(false)
    expect(clean.includes('A title')).toBe(true)
    const trailer = join(jpeg, SECRET)
    expect((await cleaned(trailer, 'image/jpeg'))?.includes(SECRET)).toBe(false)
  })

  it.each(['video/mp4', 'video/quicktime'])(
    'takes location and sensors out of %s',
    async (type) => {
      const bytes = movie()
      const clean = (await cleaned(bytes, type)) ?? zeros(0)
      expect(clean.length).toBe(bytes.length)
      for (const gone of [SECRET, '48.1374', '\xa9xyz']) {
        expect(clean.includes(Buffer.from(gone, 'latin1'))).toBe(false)
      }
      for (const kept of [PIXELS, Buffer.from('A title'), Buffer.from('iPhone 15')]) {
        expect(clean.includes(kept)).toBe(true)
      }
      expect(await cleaned(clean, type)).toEqual(clean)
    },
  )

  it('looks into tracks of text', async () => {
    expect((await cleaned(movie('sbtl'), 'video/mp4'))?.includes(SECRET)).toBe(false)
  })

  it('finds nothing in files that say nothing', async () => {
    const plain: readonly (readonly [string, Buffer])[] = [
      ['image/jpeg', jpegOf([[0xdb, PIXELS]])],
      ['image/png', pngOf(['IDAT', PIXELS])],
      ['image/webp', chunk('RIFF', 'WEBP', chunk('VP8 ', PIXELS))],
      ['image/heic', heicOf([{ type: 'hvc1', bytes: PIXELS }])],
      ['video/mp4', join(box('ftyp', 'isom'), box('mdat', PIXELS))],
    ]
    for (const [type, bytes] of plain) {
      expect(await locationEdits(bytesAsFile(bytes), type), type).toEqual([])
    }
  })

  it('says what cannot be cleaned', async () => {
    expect(await locationEdits(bytesAsFile(EXIF), 'image/tiff')).toBeNull()
    const cut = FILES['image/png'].subarray(0, 60)
    expect(await locationEdits(bytesAsFile(cut), 'image/png')).toBeNull()
    const fragmented = join(box('moof', zeros(8)), movie())
    expect(await locationEdits(bytesAsFile(fragmented), 'video/mp4')).toBeNull()
  })

  it('drops EXIF data that it cannot read', async () => {
    const damaged = jpegOf([
      [0xe1, join(SEGMENT.exif, 'MM\0*\0\0\xff\xff', SECRET)],
      [0xdb, PIXELS],
    ])
    const clean = (await cleaned(damaged, 'image/jpeg')) ?? zeros(0)
    expect(clean.includes(SECRET)).toBe(false)
    expect(clean.includes(PIXELS)).toBe(true)
  })

  const kept = forSeeds('changes no pixel, whatever offsets a file names', 3, async (random) => {
    const choices = choicesBy(random)
    for (let round = 0; round < 100; round += 1) {
      const exif = mutated(EXIF, choices)
      const bytes = jpegOf([
        [0xdb, PIXELS],
        [0xe1, join(SEGMENT.exif, exif)],
        [0xdb, PIXELS],
      ])
      const clean = (await cleaned(bytes, 'image/jpeg')) ?? zeros(0)
      expect(clean.subarray(0, 6 + PIXELS.length)).toEqual(bytes.subarray(0, 6 + PIXELS.length))
      expect(clean.subarray(-38)).toEqual(bytes.subarray(-38))
    }
  })
  it.each(kept)('$name', ({ run }) => run())

  const ends = forSeeds('ends for damaged files, and keeps their length', 3, async (random) => {
    const choices = choicesBy(random)
    for (const [type, bytes] of [...Object.entries(FILES), ['video/mp4', movie()] as const]) {
      for (let round = 0; round < 40; round += 1) {
        const damaged = mutated(bytes, choices)
        const clean = await cleaned(damaged, type)
        if (clean !== null) expect(clean.length, type).toBe(damaged.length)
      }
    }
  })
  it.each(ends)('$name', ({ run }) => run())
})
