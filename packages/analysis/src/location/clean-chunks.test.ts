import { describe, expect, it } from 'vitest'
import { be, box, chunk, join, zeros } from '../testing/bytes.ts'
import { PIXELS, SECRET } from '../testing/movies.ts'
import { photoTiff, pngOf, SEGMENT, xmpPacket } from '../testing/photos.ts'
import { cleaned, photoIn } from '../testing/read-bytes.ts'

const EXIF = photoTiff({
  main: { 272: { text: 'NIKON D850' } },
  gps: {
    1: { text: 'N' },
    2: { rational: [[48, 1]] },
    3: { text: 'E' },
    4: { rational: [[11, 1]] },
  },
})
const signature = join(be(12, 4), 'JXL \r\n\x87\n', box('ftyp', 'jxl ', zeros(4), 'jxl '))

describe('no location hides in', () => {
  it.each([
    [
      'a frame of a WebP file',
      'image/webp',
      chunk('RIFF', 'WEBP', chunk('ANMF', zeros(16), chunk('VP8 ', PIXELS), chunk('EXIF', SECRET))),
    ],
    [
      'what a PNG file has of a GIF file',
      'image/png',
      pngOf(['gIFx', join('XMP DataXMP', xmpPacket('', SECRET))], ['IDAT', PIXELS]),
    ],
    [
      'a chunk of a PNG file with the name that removed ones get',
      'image/png',
      pngOf(['zeRo', join(SECRET)], ['IDAT', PIXELS]),
    ],
    [
      'what a JPEG XL file has of a JPEG file',
      'image/jxl',
      join(signature, box('jxlc', PIXELS), box('jbrd', SECRET)),
    ],
  ])('%s', async (_, type, bytes) => {
    const clean = (await cleaned(bytes, type)) ?? zeros(0)
    expect(clean.length).toBe(bytes.length)
    expect(clean.includes(SECRET)).toBe(false)
    expect(clean.includes(PIXELS)).toBe(true)
    expect(await cleaned(clean, type)).toEqual(clean)
  })
})

describe('a PNG file', () => {
  it('keeps the camera in EXIF data that begin as in a JPEG file', async () => {
    const bytes = pngOf(['eXIf', join(SEGMENT.exif, EXIF)], ['IDAT', PIXELS])
    expect(await photoIn(bytes, 'image/png')).toMatchObject({ location: { latitude: 48 } })
    const clean = (await cleaned(bytes, 'image/png')) ?? zeros(0)
    expect(await photoIn(clean, 'image/png')).toMatchObject({
      camera: 'NIKON D850',
      location: null,
    })
  })

  it('that is cut off within the start of a chunk stays as it is', async () => {
    const whole = pngOf(['IDAT', PIXELS])
    for (const end of [whole.length - 12, whole.length - 1, whole.indexOf('IDAT') + 6]) {
      const cut = whole.subarray(0, end)
      expect(await cleaned(cut, 'image/png'), `${end}`).toEqual(cut)
    }
  })

  it('of an iPhone app keeps the chunk that says how its pixels are packed', async () => {
    const bytes = pngOf(['CgBI', be(0x50002002, 4)], ['IDAT', PIXELS])
    expect(await cleaned(bytes, 'image/png')).toEqual(bytes)
  })
})
