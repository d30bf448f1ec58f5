import { brotliCompressSync, deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { NO_EMBEDDED_FACTS } from '../facts/embedded-facts.ts'
import { be, box, chunk, join, latin1, zeros } from '../testing/bytes.ts'
import {
  heicOf,
  iptcRecord,
  iptcResource,
  jpegOf,
  photoTiff,
  pngOf,
  SEGMENT,
  type TiffDirectory,
  xmpPacket,
} from '../testing/photos.ts'
import { photoIn } from '../testing/read-bytes.ts'

const MAIN: TiffDirectory = {
  270: { text: 'The old pier' },
  271: { text: 'NIKON CORPORATION' },
  272: { text: 'NIKON D850' },
  33432: { text: 'A. Miller' },
}
const EXPOSURE: TiffDirectory = {
  33434: { rational: [[1, 250]] },
  33437: { rational: [[28, 10]] },
  34855: { short: [400] },
  36867: { text: '2024:05:01 18:30:00' },
  36881: { text: '+02:00' },
  37386: { rational: [[50, 1]] },
  37521: { text: '250' },
  42036: { text: 'NIKKOR 50mm f/1.8' },
}
const GPS: TiffDirectory = {
  1: { text: 'S' },
  2: {
    rational: [
      [33, 1],
      [52, 1],
      [30, 1],
    ],
  },
  3: { text: 'E' },
  4: {
    rational: [
      [151, 1],
      [12, 1],
      [0, 1],
    ],
  },
  6: { rational: [[25, 1]] },
}
const EXIF = photoTiff({ main: MAIN, exposure: EXPOSURE, gps: GPS })
const TAKEN = {
  takenAt: '2024-05-01T18:30:00.25+02:00',
  camera: 'NIKON D850',
  lens: 'NIKKOR 50mm f/1.8',
  iso: 400,
  exposure: 1 / 250,
  aperture: 2.8,
  focalLength: 50,
  location: { latitude: -33.875, longitude: 151.2, altitude: 25 },
}
const SHOWN = { caption: 'The old pier', copyright: 'A. Miller' }
const XMP = xmpPacket('', '<dc:subject><rdf:Bag><rdf:li>pier</rdf:li></rdf:Bag></dc:subject>')

function rawProfile(name: string, bytes: Buffer): Buffer {
  const text = `\n${name}\n${bytes.length}\n${bytes.toString('hex').replace(/(.{72})/g, '$1\n')}\n`
  return join(`Raw profile type ${name}\0\0`, deflateSync(latin1(text)))
}

function jpegXl(...boxes: readonly Buffer[]): Buffer {
  return join(be(12, 4), 'JXL \r\n\x87\n', box('ftyp', 'jxl ', zeros(4), 'jxl '), ...boxes)
}

const JPEG = jpegOf([
  [0xe1, join(SEGMENT.exif, EXIF)],
  [0xe1, join(SEGMENT.xmp, XMP)],
])

describe('readPhoto', () => {
  it.each([
    ['image/jpeg', JPEG],
    ['image/tiff', EXIF],
    ['image/png', pngOf(['eXIf', EXIF], ['iTXt', join('XML:com.adobe.xmp\0\0\0\0\0', XMP)])],
    ['image/png', pngOf(['zTXt', rawProfile('exif', join(SEGMENT.exif, EXIF))])],
    ['image/webp', chunk('RIFF', 'WEBP', chunk('EXIF', EXIF), chunk('XMP ', XMP))],
    [
      'image/heic',
      heicOf([
        { type: 'Exif', bytes: join(zeros(4), EXIF) },
        { type: 'mime', mime: 'application/rdf+xml', bytes: XMP },
      ]),
    ],
    ['image/jxl', jpegXl(box('Exif', zeros(4), EXIF), box('xml ', XMP))],
    [
      'image/jxl',
      jpegXl(
        box('brob', 'Exif', brotliCompressSync(join(zeros(4), EXIF))),
        box('brob', 'xml ', brotliCompressSync(XMP)),
      ),
    ],
  ])('reads %s', async (mimeType, bytes) => {
    const { keywords, ...facts } = (await photoIn(bytes, mimeType)) ?? NO_EMBEDDED_FACTS
    expect(facts).toMatchObject({ ...TAKEN, ...SHOWN })
    if (bytes.includes(XMP)) expect(keywords).toEqual(['pier'])
  })

  it('knows nothing of what has none, and of other types', async () => {
    expect(await photoIn(jpegOf([]), 'image/jpeg')).toBeNull()
    expect(await photoIn(JPEG, 'image/gif')).toBeNull()
  })

  it('reads a JPEG file that has a bare marker before its EXIF data', async () => {
    const bare = join('\xff\xd8\xff\x01', JPEG.subarray(2))
    expect(await photoIn(bare, 'image/jpeg')).toEqual(await photoIn(JPEG, 'image/jpeg'))
  })

  it('takes no text from behind the segment that it should be in', async () => {
    const main = photoTiff({ main: { 270: { text: 'The old pier' } } })
    const whole = jpegOf([[0xe1, join(SEGMENT.exif, main)]])
    const cut = jpegOf([[0xe1, join(SEGMENT.exif, main.subarray(0, -4))]])
    expect(await photoIn(whole, 'image/jpeg')).toMatchObject({ caption: 'The old pier' })
    expect((await photoIn(cut, 'image/jpeg'))?.caption ?? null).toBeNull()
  })

  it('takes texts from XMP, then from IPTC, then from the camera', async () => {
    const exif = [0xe1, join(SEGMENT.exif, EXIF)] as const
    const iptc = [
      0xed,
      join(
        SEGMENT.photoshop,
        iptcResource([
          [5, 'Title'],
          [120, 'IPTC'],
          [25, 'pier'],
          [25, 'sea'],
        ]),
      ),
    ] as const
    const description = '<dc:description><rdf:Alt><rdf:li xml:lang="x-default">XMP &amp; more'
    const xmp = [
      0xe1,
      join(SEGMENT.xmp, xmpPacket('', `${description}</rdf:li></rdf:Alt></dc:description>`)),
    ] as const
    const facts = (...segments: Parameters<typeof jpegOf>[0]) =>
      photoIn(jpegOf(segments), 'image/jpeg')
    expect(await facts(exif, iptc, xmp)).toMatchObject({
      caption: 'XMP & more',
      title: 'Title',
      copyright: 'A. Miller',
      keywords: ['pier', 'sea'],
    })
    expect(await facts(exif, iptc)).toMatchObject({ caption: 'IPTC' })
    expect(await facts(exif)).toMatchObject({ caption: 'The old pier' })
  })

  it('reads how a photo was taken from XMP where there is no EXIF', async () => {
    const attributes = `exif:DateTimeOriginal="2024-05-01T18:30+02:00" exif:ExposureTime="1/250"
      exif:GPSLatitude="33,52.5S" exif:GPSLongitude="151,12,0E" exif:FNumber="28/10"
      Iptc4xmpCore:AltTextAccessibility="A pier at dusk"`
    const jpeg = jpegOf([[0xe1, join(SEGMENT.xmp, xmpPacket(attributes))]])
    expect(await photoIn(jpeg, 'image/jpeg')).toMatchObject({
      takenAt: '2024-05-01T18:30:00+02:00',
      exposure: 1 / 250,
      aperture: 2.8,
      location: { latitude: -33.875, longitude: 151.2, altitude: null },
      altText: 'A pier at dusk',
    })
  })

  it('reads the date of IPTC', async () => {
    const record = iptcRecord([
      [55, '20240501'],
      [60, '183000+0200'],
    ])
    expect(await photoIn(pngOf(['zTXt', rawProfile('iptc', record)]), 'image/png')).toMatchObject({
      takenAt: '2024-05-01T18:30:00+02:00',
    })
  })

  it.each([
    ['0000:00:00 00:00:00', null],
    ['    :  :     :  :  ', null],
    ['2023:02:29 10:00:00', null],
    ['1799:01:01 10:00:00', null],
    ['2024:02:29 24:00:00', null],
    ['2024:02:29 10:00:00', '2024-02-29T10:00:00'],
    ['2024-02-29 10:00:00', '2024-02-29T10:00:00'],
  ])('takes %j for %j', async (text, takenAt) => {
    const exif = photoTiff({ exposure: { 36867: { text } } })
    expect((await photoIn(exif, 'image/tiff'))?.takenAt ?? null).toBe(takenAt)
  })

  it.each(['OLYMPUS DIGITAL CAMERA', 'SONY DSC', '          ', 'DCIM\\100GOPRO\\GOPR0482.JPG'])(
    'takes %j, which a camera wrote, for no caption',
    async (text) => {
      const exif = photoTiff({ main: { 270: { text }, 272: { text: 'E-M1' } } })
      expect(await photoIn(exif, 'image/tiff')).toMatchObject({ camera: 'E-M1', caption: null })
    },
  )

  it('takes the zeros of a receiver that knew no place for none, and what is not on earth', async () => {
    const at = (degrees: number): TiffDirectory => ({
      1: { text: 'N' },
      2: { rational: [[degrees, 1]] },
      3: { text: 'E' },
      4: { rational: [[degrees, 1]] },
    })
    for (const degrees of [0, 91]) {
      const exif = photoTiff({ main: MAIN, gps: at(degrees) })
      expect(await photoIn(exif, 'image/tiff')).toMatchObject({ ...SHOWN, location: null })
    }
  })

  it('reads the half of the earth as a whole word, and heights of EXIF 3.0', async () => {
    const gps: TiffDirectory = {
      1: { text: 'South' },
      2: { rational: [[33, 1]] },
      3: { text: 'west' },
      4: { rational: [[70, 1]] },
      5: { short: [3] },
      6: { rational: [[25, 1]] },
    }
    expect(await photoIn(photoTiff({ gps }), 'image/tiff')).toMatchObject({
      location: { latitude: -33, longitude: -70, altitude: -25 },
    })
  })

  it('never throws because of a file, wherever it is cut off', async () => {
    for (const [mimeType, bytes] of [
      ['image/jpeg', JPEG],
      ['image/tiff', EXIF],
      ['image/heic', heicOf([{ type: 'Exif', bytes: join(zeros(4), EXIF) }])],
    ] as const) {
      for (let length = 0; length <= bytes.length; length += 1) {
        const facts = await photoIn(bytes.subarray(0, length), mimeType)
        expect(Object.keys(facts ?? NO_EMBEDDED_FACTS)).toEqual(Object.keys(NO_EMBEDDED_FACTS))
      }
    }
  })
})
