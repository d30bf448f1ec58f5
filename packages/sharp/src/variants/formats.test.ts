import type { MadeVariant, VariantProcessor } from '@stowage/core/ports'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { withRotation } from '../testing/heif-boxes.ts'
import { storedAs, xmpWithOrientation } from '../testing/orientation.ts'
import { type Colour, colourError, coloursOf, QUADRANTS, quadrants } from '../testing/quadrants.ts'
import { heic, samples } from '../testing/samples.ts'
import { factsOf, pictureOf } from '../testing/staged.ts'
import type { Isolation } from './options.ts'
import { sharpVariants } from './sharp-variants.ts'

const ISOLATIONS: readonly Isolation[] = ['process', 'none']
const all = await samples()
const processors = new Map(ISOLATIONS.map((isolation) => [isolation, sharpVariants({ isolation })]))
afterAll(async () => {
  for (const processor of processors.values()) await processor.close?.()
})

async function thumbnailOf(
  content: Uint8Array,
  mimeType: string,
  processor: VariantProcessor = processorIn('none'),
): Promise<MadeVariant> {
  const { made, failed } = await processor.make(pictureOf(content, mimeType), ['thumbnail'])
  expect(failed).toEqual([])
  const [thumbnail] = made
  if (thumbnail === undefined) throw new Error('no thumbnail')
  return thumbnail
}

function processorIn(isolation: Isolation): VariantProcessor {
  return processors.get(isolation) ?? sharpVariants({ isolation })
}

/** Half of the colour and half of the white behind it. */
function onWhite(colour: Colour): number[] {
  return colour.map((value) => Math.round((value + 255) / 2))
}

describe.each(ISOLATIONS)('sharpVariants, isolation %s', (isolation) => {
  it.each(all)('$name: has a thumbnail, upright, in the right colours', async (sample) => {
    const processor = processorIn(isolation)
    expect(processor.accepts(factsOf(sample.mimeType, 64, 48))).toBe(true)
    const thumbnail = await thumbnailOf(sample.content, sample.mimeType, processor)
    expect(thumbnail).toMatchObject({ width: 64, height: 48 })
    if (!sample.name.includes('transparent')) {
      expect(thumbnail.mimeType).toBe('image/jpeg')
      expect(await colourError(thumbnail.content)).toBeLessThanOrEqual(sample.tolerance)
      return
    }
    expect(thumbnail.mimeType).toBe('image/webp')
    const { topLeft, bottomRight } = await coloursOf(thumbnail.content)
    expectNear(topLeft, onWhite(QUADRANTS.topLeft))
    expectNear(bottomRight, onWhite(QUADRANTS.bottomRight))
  })
})

function expectNear(colour: Colour, expected: readonly number[]): void {
  colour.forEach((value, channel) => {
    expect(Math.abs(value - (expected[channel] ?? 0))).toBeLessThanOrEqual(8)
  })
}

describe('sharpVariants, orientation', () => {
  const turns = [1, 2, 3, 4, 5, 6, 7, 8]
  const lossless = ['png', 'tiff', 'webp', 'jpeg'] as const
  const cases = turns.flatMap((orientation) => lossless.map((format) => ({ orientation, format })))

  it.each(cases)('EXIF $orientation in $format is displayed upright', async (turn) => {
    const stored = await storedAs(turn.orientation, quadrants())
    const content = await stored
      .toFormat(turn.format)
      .withMetadata({ orientation: turn.orientation })
      .toBuffer()
    const thumbnail = await thumbnailOf(content, `image/${turn.format}`)
    expect(thumbnail).toMatchObject({ width: 64, height: 48 })
    expect(await colourError(thumbnail.content)).toBeLessThanOrEqual(16)
  })

  it.each(['attribute', 'element'] as const)(
    'XMP alone, as %s, turns nothing: browsers do not heed it',
    async (form) => {
      const content = await quadrants().jpeg().withXmp(xmpWithOrientation(6, form)).toBuffer()
      const thumbnail = await thumbnailOf(content, 'image/jpeg')
      expect(thumbnail).toMatchObject({ width: 64, height: 48 })
      expect(await colourError(thumbnail.content)).toBeLessThanOrEqual(16)
    },
  )

  it('EXIF goes before XMP', async () => {
    const stored = await storedAs(6, quadrants())
    const content = await stored
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withXmp(xmpWithOrientation(3, 'attribute'))
      .toBuffer()
    expect(await colourError((await thumbnailOf(content, 'image/jpeg')).content)).toBeLessThan(16)
  })

  it.each(['HEIC', 'AVIF'])('a turned %s is displayed upright', async (name) => {
    // `irot` turns anti-clockwise: orientation 8 is one quarter, 3 two, 6 three.
    const mimeType = `image/${name.toLowerCase()}`
    const upright =
      name === 'HEIC' ? heic() : await quadrants().avif({ chromaSubsampling: '4:4:4' }).toBuffer()
    const { topLeft, topRight, bottomLeft, bottomRight } = QUADRANTS
    const expected = {
      1: { width: 48, height: 64, first: topRight },
      2: { width: 64, height: 48, first: bottomRight },
      3: { width: 48, height: 64, first: bottomLeft },
    } as const
    expect(topLeft).not.toEqual(topRight)
    for (const quarters of [1, 2, 3] as const) {
      const thumbnail = await thumbnailOf(withRotation(upright, quarters), mimeType)
      const { first, ...size } = expected[quarters]
      expect(thumbnail).toMatchObject(size)
      expectNear((await coloursOf(thumbnail.content)).topLeft, first)
    }
  })

  it('two variants of a turned picture agree', async () => {
    const stored = await storedAs(6, quadrants(640, 480))
    const content = await stored.jpeg({ quality: 100 }).withMetadata({ orientation: 6 }).toBuffer()
    const processor = processorIn('none')
    const names = ['thumbnail', 'optimized']
    const { made } = await processor.make(pictureOf(content, 'image/jpeg'), names)
    expect(made.map(({ width, height }) => [width, height])).toEqual([
      [300, 225],
      [640, 480],
    ])
    for (const variant of made) expect(await colourError(variant.content)).toBeLessThan(16)
  })
})

describe('sharpVariants, colours', () => {
  /** Columns of red and blue, one pixel wide. */
  function columns(width: number, height: number, alpha = 255) {
    const pixels = Array.from({ length: width * height }, (_, at) =>
      at % 2 === 0 ? [255, 0, 0, alpha] : [0, 0, 255, alpha],
    )
    return sharp(Buffer.from(pixels.flat()), { raw: { width, height, channels: 4 } })
  }

  it.each([
    ['an opaque one', 255, 'image/jpeg'],
    ['a transparent one', 254, 'image/webp'],
  ])('a picture that is not reduced keeps those of each pixel: %s', async (_, alpha, mimeType) => {
    const thumbnail = await thumbnailOf(await columns(16, 8, alpha).png().toBuffer(), 'image/png')
    expect(thumbnail).toMatchObject({ mimeType, width: 16, height: 8 })
    const pixels = await sharp(thumbnail.content).removeAlpha().raw().toBuffer()
    expectNear([pixels[0] ?? 0, pixels[1] ?? 0, pixels[2] ?? 0], [255, 0, 0])
    expectNear([pixels[3] ?? 0, pixels[4] ?? 0, pixels[5] ?? 0], [0, 0, 255])
  })

  it.each([
    ['that is reduced', columns(640, 480).png()],
    ['that has no more itself', columns(64, 48).removeAlpha().jpeg({ chromaSubsampling: '4:2:0' })],
  ])('a picture %s shares those of four pixels', async (_, picture) => {
    const content = await picture.toBuffer()
    const mimeType = `image/${(await sharp(content).metadata()).format}`
    const { chromaSubsampling } = await sharp(
      (await thumbnailOf(content, mimeType)).content,
    ).metadata()
    expect(chromaSubsampling).toBe('4:2:0')
  })
})

describe('sharpVariants, sequences', () => {
  it('an AVIF whose brand announces a sequence has a thumbnail of its first picture', async () => {
    const sequence = await quadrants().avif({ chromaSubsampling: '4:4:4' }).toBuffer()
    sequence.write('avis', 8, 'latin1')
    const thumbnail = await thumbnailOf(sequence, 'image/avif')
    expect(thumbnail).toMatchObject({ width: 64, height: 48 })
    expect(await colourError(thumbnail.content)).toBeLessThanOrEqual(16)
  })

  it.each([
    ['HEIC', 'hevc'],
    ['HEIF', 'msf1'],
  ])('%s is accepted, and has a thumbnail of its first picture', async (name, brand) => {
    const mimeType = `image/${name.toLowerCase()}-sequence`
    const sequence = heic()
    sequence.write(brand, 8, 'latin1')
    expect(processorIn('none').accepts(factsOf(mimeType, 64, 48))).toBe(true)
    const thumbnail = await thumbnailOf(sequence, mimeType)
    expect(thumbnail).toMatchObject({ mimeType: 'image/jpeg', width: 64, height: 48 })
    expect(await colourError(thumbnail.content)).toBeLessThanOrEqual(16)
  })

  it.each([
    ['image/heic-sequence', 'hevc'],
    ['image/avif', 'avis'],
  ])('one that names no first picture has no thumbnail: %s', async (mimeType, brand) => {
    const sequence = mimeType === 'image/avif' ? await quadrants().avif().toBuffer() : heic()
    sequence.write(brand, 8, 'latin1')
    sequence.write('free', sequence.indexOf('meta'), 'latin1')
    const picture = pictureOf(sequence, mimeType)
    const answer = await processorIn('none').make(picture, ['thumbnail'])
    expect(answer).toEqual({ made: [], failed: ['thumbnail'] })
  })
})

describe('sharpVariants, metadata', () => {
  it('nothing of EXIF, XMP, IPTC or colour profiles is left in a variant', async () => {
    const content = await quadrants(400, 300)
      .withExif({ IFD0: { Artist: 'somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withXmp(xmpWithOrientation(1, 'attribute'))
      .withIccProfile('p3')
      .jpeg()
      .toBuffer()
    const metadata = await sharp((await thumbnailOf(content, 'image/jpeg')).content).metadata()
    expect(metadata.exif).toBeUndefined()
    expect(metadata.xmp).toBeUndefined()
    expect(metadata.iptc).toBeUndefined()
    expect(metadata.icc).toBeUndefined()
  })
})
