import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../../analyzer/create-analyzer.ts'
import { bytesAsFile } from '../../reading/bytes-as-file.ts'
import { box, join, latin1, zeros } from '../../testing/bytes.ts'
import { mp4 } from '../../testing/recordings.ts'

const analyzer = createAnalyzer()
const size = [640, 360] as const

async function factsOf(bytes: Uint8Array) {
  return (await analyzer.analyze(bytesAsFile(bytes), { name: 'file' })).facts
}

/** A movie whose brand, and the compatible one, is this. */
function branded(brand: string, rest: Buffer): Buffer {
  return join(box('ftyp', brand, zeros(4), brand), rest)
}

const withoutBrand = mp4({ size, seconds: 5 }).subarray(20)

describe('movies in fragments', () => {
  it.each([
    ['the movie itself and its fragments', { seconds: 2, fragments: 4 }, 6],
    ['fragments alone', { seconds: 3, isFragmented: true }, 3],
    ['a movie that has no fragment yet', { seconds: 2, fragments: 0 }, 2],
  ])('last as long as %s', async (_, movie, seconds) => {
    expect(await factsOf(mp4({ size, ...movie }))).toMatchObject({ durationSeconds: seconds })
  })
})

describe('movies as displayed', () => {
  it.each([
    ['turned as a whole', { isMovieTurned: true }, 360, 640],
    ['turned as a whole and back in its track', { isMovieTurned: true, isTurned: true }, 640, 360],
    ['cut to its clean aperture', { clean: [600, 340] as const }, 600, 340],
    ['cut, then turned', { clean: [600, 340] as const, isTurned: true }, 340, 600],
    ['of an aperture that is larger than the picture', { clean: [900, 340] as const }, 640, 360],
  ])('%s', async (_, movie, width, height) => {
    expect(await factsOf(mp4({ size, seconds: 1, ...movie }))).toMatchObject({ width, height })
  })
})

describe('sound in 3GP', () => {
  it.each([
    ['3gp4', 'samr', 'audio/3gpp'],
    ['3gp4', 'sawb', 'audio/3gpp'],
    ['3g2a', 'samr', 'audio/3gpp2'],
    ['3gp4', 'mp4a', 'audio/mp4'],
  ])('%s of %s is %s', async (brand, codec, mimeType) => {
    expect(await factsOf(mp4({ brand, codec, seconds: 2 }))).toMatchObject({
      mimeType,
      type: 'audio',
      durationSeconds: 2,
    })
  })
})

describe('brands that nobody knows', () => {
  it.each([
    ['with a movie are MP4', branded('zzzz', withoutBrand), 'video/mp4'],
    [
      'without a movie are unknown',
      branded('zzzz', box('mdat', zeros(100))),
      'application/octet-stream',
    ],
    [
      'with items of pictures are HEIF',
      branded('zzzz', box('meta', zeros(4), box('hdlr', zeros(8), 'pict', zeros(12)))),
      'image/heif',
    ],
    [
      'of JPEG 2000 are JPEG 2000',
      join(box('jP  ', '\r\n\x87\n'), branded('zzzz', zeros(20))),
      'image/jp2',
    ],
    [
      'of high throughput are JPH',
      join(box('jP  ', '\r\n\x87\n'), branded('jph ', zeros(20))),
      'image/jph',
    ],
    ['of JPEG 2000 in HEIF are HEJ2K', branded('j2ki', box('meta', zeros(8))), 'image/hej2k'],
  ])('%s', async (_, bytes, mimeType) => {
    expect((await factsOf(bytes)).mimeType).toBe(mimeType)
  })

  it('are QuickTime where a movie has none at all', async () => {
    expect(await factsOf(withoutBrand)).toMatchObject({ mimeType: 'video/quicktime', width: 640 })
    const text = latin1('a\x00\x00\x00moovie\x00')
    expect((await factsOf(text)).mimeType).toBe('application/octet-stream')
  })
})
