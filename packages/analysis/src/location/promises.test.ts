import { describe, expect, it } from 'vitest'
import { readOrientation } from '../formats/images/orientation.ts'
import { be, box, chunk, element, join, zeros } from '../testing/bytes.ts'
import { movie, PIXELS, SECRET } from '../testing/movies.ts'
import {
  heicOf,
  iptcResource,
  jpegOf,
  photoTiff,
  pngOf,
  SEGMENT,
  xmpPacket,
} from '../testing/photos.ts'
import { cleaned, photoIn, readerOf } from '../testing/read-bytes.ts'
import { FORMATS } from './location-edits.ts'

const GPS_TEXT = 'GPS 48.1374 N'
const CAPTION = 'Munich, at the station'
const EXIF = photoTiff({
  main: { 270: { text: CAPTION }, 274: { short: [6] } },
  exposure: { 37500: { text: SECRET } },
})
const jpegWith = (...segments: readonly (readonly [number, Uint8Array])[]) =>
  jpegOf([...segments, [0xdb, PIXELS]])
const jpeg = jpegWith([0xe1, join(SEGMENT.exif, EXIF)])
const png = pngOf(['eXIf', EXIF], ['IDAT', PIXELS])
const webpWith = (...chunks: readonly Buffer[]) =>
  chunk('RIFF', 'WEBP', chunk('VP8 ', PIXELS), ...chunks)
const webp = webpWith(chunk('EXIF', EXIF))
const heic = heicOf([
  { type: 'hvc1', bytes: PIXELS },
  { type: 'Exif', bytes: join(zeros(4), EXIF) },
])
const jxl = join(
  join(be(12, 4), 'JXL \r\n\x87\n', box('ftyp', 'jxl ', zeros(4), 'jxl ')),
  box('jxlc', PIXELS),
  box('jumb', SECRET),
)
const extension = (label: string, text: string) =>
  join('!', label, be(text.length, 1), text, zeros(1))
const gifWith = (text: string) => {
  const image = join(',', zeros(8), '\0', '\x02', be(PIXELS.length, 1), PIXELS, zeros(1))
  return join('GIF89a', be(0x01000100, 4), zeros(3), extension('\xfe', text), image, ';')
}
const matroskaWith = (...elements: readonly Buffer[]) => {
  const head = element(0x1a45dfa3, element(0x4282, 'webm'))
  const pixels = element(0x1f43b675, element(0xa3, PIXELS))
  return join(head, element(0x18538067, ...elements, pixels))
}
const matroska = matroskaWith(element(0x1254c367, element(0x7373, `location ${SECRET}`)))

/** A file of each format that names a location; `null` where Stowage refuses such a file. */
const WITH_LOCATION: Readonly<Record<string, readonly [bytes: Buffer, isRefused?: 'refused']>> = {
  'image/jpeg': [jpeg],
  'image/png': [png],
  'image/apng': [png],
  'image/webp': [webp],
  'image/heic': [heic],
  'image/heif': [heic],
  'image/heic-sequence': [heic],
  'image/heif-sequence': [heic],
  'image/hej2k': [heic],
  'image/avif': [heic],
  'image/jxl': [jxl],
  'image/gif': [gifWith(`GPS ${SECRET}`)],
  'image/svg+xml': [join('<svg><geo:lat>', SECRET, '</geo:lat></svg>'), 'refused'],
  'image/tiff': [EXIF, 'refused'],
  'image/fits': [join("SITELAT = '", SECRET), 'refused'],
  'video/mp4': [movie()],
  'video/quicktime': [movie()],
  'video/x-m4v': [movie()],
  'video/3gpp': [movie()],
  'video/3gpp2': [movie()],
  'audio/mp4': [movie()],
  'audio/3gpp': [movie()],
  'audio/3gpp2': [movie()],
  'video/webm': [matroska],
  'video/x-matroska': [matroska],
  'application/octet-stream': [jpeg, 'refused'],
}

describe('what the location guide promises', () => {
  it.each(Object.keys(FORMATS))('a location in %s', async (type) => {
    const [bytes = zeros(0), isRefused] = WITH_LOCATION[type] ?? []
    expect(bytes.includes(SECRET)).toBe(true)
    const clean = await cleaned(bytes, type)
    if (isRefused) {
      expect(clean).toBeNull()
      return
    }
    expect(clean?.length).toBe(bytes.length)
    expect(clean?.includes(SECRET)).toBe(false)
    expect(clean?.includes(PIXELS)).toBe(true)
  })

  it('orientation stays', async () => {
    for (const [type, bytes] of [
      ['image/jpeg', jpeg],
      ['image/png', png],
      ['image/webp', webp],
      ['image/heic', heic],
    ] as const) {
      const clean = (await cleaned(bytes, type)) ?? zeros(0)
      const at = bytes.indexOf('MM\0*')
      expect(await readOrientation(readerOf(bytes), at), type).toBe(6)
      expect(await readOrientation(readerOf(clean), at), type).toBe(6)
    }
  })

  it('the ICC profile stays', async () => {
    const profile = Buffer.from('a colour profile')
    const exif: readonly [number, Buffer] = [0xe1, join(SEGMENT.exif, EXIF)]
    for (const [type, bytes] of [
      ['image/jpeg', jpegWith(exif, [0xe2, join('ICC_PROFILE\0\x01\x01', profile)])],
      ['image/png', pngOf(['iCCP', join('icc\0\0', profile)], ['eXIf', EXIF])],
      ['image/webp', webpWith(chunk('ICCP', profile), chunk('EXIF', EXIF))],
    ] as const) {
      const clean = await cleaned(bytes, type)
      expect(clean?.includes(SECRET), type).toBe(false)
      expect(clean?.includes(profile), type).toBe(true)
    }
  })

  it('comments and descriptions that name GPS go, others stay', async () => {
    const described = (text: string) => photoTiff({ main: { 270: { text } } })
    const files: readonly (readonly [string, (text: string) => Buffer])[] = [
      ['image/jpeg', (text) => jpegWith([0xfe, Buffer.from(text)])],
      ['image/gif', gifWith],
      ['image/jpeg', (text) => jpegWith([0xe1, join(SEGMENT.exif, described(text))])],
    ]
    for (const [index, [type, withText]] of files.entries()) {
      expect((await cleaned(withText(GPS_TEXT), type))?.includes('48.1374'), `${index}`).toBe(false)
      expect(await cleaned(withText(CAPTION), type), `${index}`).toEqual(withText(CAPTION))
    }
  })

  it('a caption that names a city stays, in EXIF, XMP and IPTC', async () => {
    const packet = xmpPacket(
      'photoshop:City="Munich"',
      `<dc:description><rdf:Alt><rdf:li>${CAPTION}</rdf:li></rdf:Alt></dc:description>`,
    )
    const texts = iptcResource([
      [90, 'Munich'],
      [120, CAPTION],
    ])
    for (const segment of [
      [0xe1, join(SEGMENT.exif, EXIF)],
      [0xe1, join(SEGMENT.xmp, packet)],
      [0xed, join(SEGMENT.photoshop, texts)],
    ] as const) {
      const bytes = jpegWith(segment)
      const clean = (await cleaned(bytes, 'image/jpeg')) ?? zeros(0)
      expect(clean.equals(bytes)).toBe(false)
      expect((await photoIn(clean, 'image/jpeg'))?.caption).toBe(CAPTION)
    }
  })

  it('a Matroska file whose title names a location is refused', async () => {
    const titled = (title: string) => matroskaWith(element(0x1549a966, element(0x7ba9, title)))
    expect(await cleaned(titled(GPS_TEXT), 'video/x-matroska')).toBeNull()
    expect(await cleaned(titled(CAPTION), 'video/x-matroska')).toEqual(titled(CAPTION))
  })

  it('content credentials go', async () => {
    const claim = Buffer.from('jumb c2pa claim')
    const id = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex')
    for (const [type, bytes] of [
      ['image/png', pngOf(['caBX', claim], ['IDAT', PIXELS])],
      ['image/jpeg', jpegWith([0xeb, join('JP', zeros(6), claim)])],
      ['video/mp4', join(box('ftyp', 'isom'), box('uuid', id, claim), box('mdat', PIXELS))],
    ] as const) {
      const clean = await cleaned(bytes, type)
      expect(clean?.includes(claim), type).toBe(false)
      expect(clean?.includes(PIXELS), type).toBe(true)
    }
  })
})

describe('a file that is cut off', () => {
  const cutAt = (bytes: Buffer, text: string) =>
    bytes.subarray(0, bytes.indexOf(text) + text.length - 2)

  it.each([
    ['image/jpeg', cutAt(jpeg, SECRET), 'a secret'],
    ['image/jpeg', cutAt(jpeg, 'pixels'), 'a secret'],
    ['video/mp4', cutAt(movie(), SECRET), 'a secret'],
    ['video/mp4', cutAt(movie(), 'pixels'), '+48.1374'],
  ])('has no location in the part of it that is there: %s', async (type, cut, location) => {
    expect(cut.includes(location)).toBe(true)
    const clean = await cleaned(cut, type)
    expect(clean?.length).toBe(cut.length)
    expect(clean?.includes(location)).toBe(false)
  })

  it.each([
    ['image/png', cutAt(png, 'pixels')],
    ['image/gif', cutAt(gifWith(GPS_TEXT), 'pixels')],
    ['video/mp4', movie().subarray(0, movie().lastIndexOf('stsc'))],
  ])('is refused when it ends within what Stowage must read: %s', async (type, cut) => {
    expect(await cleaned(cut, type)).toBeNull()
  })

  it('keeps the samples of sensors when it has lost the list of its tracks', async () => {
    const cut = join(box('ftyp', 'isom'), box('mdat', PIXELS, SECRET), be(1000, 4), 'moov')
    expect(await cleaned(cut, 'video/mp4')).toEqual(cut)
  })
})
