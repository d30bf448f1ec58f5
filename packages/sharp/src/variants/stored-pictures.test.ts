import type { Asset } from '@stowage/core'
import { createAssetStore } from '@stowage/core/internal'
import { createMemoryBlobs, createMemoryMetadata } from '@stowage/core/memory'
import sharp, { type Sharp } from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { withRotation } from '../testing/heif-boxes.ts'
import { storedAs, xmpWithOrientation } from '../testing/orientation.ts'
import { colourError, quadrants } from '../testing/quadrants.ts'
import { heic, samples } from '../testing/samples.ts'
import { sharpVariants } from './sharp-variants.ts'

const store = createAssetStore({
  metadata: createMemoryMetadata(),
  blobs: createMemoryBlobs(),
  variants: sharpVariants({ isolation: 'none' }),
  advanced: { sweepEveryMs: false },
})
afterAll(() => store.close())

/** How transparent ones come out is in `formats.test.ts`. */
const opaque = (await samples()).filter(({ name }) => !name.includes('transparent'))
const avif = await quadrants().avif({ chromaSubsampling: '4:4:4' }).toBuffer()
const TURNS = [1, 2, 3, 4, 5, 6, 7, 8]
const TOLERANCE = 16

/** What the record says, and what the thumbnail shows. */
async function stored(content: Uint8Array): Promise<{ asset: Asset; thumbnail: Uint8Array }> {
  const asset = await store.upload(content)
  const file = await store.read(asset, { variant: 'thumbnail' })
  return { asset, thumbnail: await file.bytes() }
}

async function expectUpright(content: Uint8Array, tolerance = TOLERANCE): Promise<void> {
  const { asset, thumbnail } = await stored(content)
  expect(asset).toMatchObject({ width: 64, height: 48 })
  expect(await sharp(thumbnail).metadata()).toMatchObject({ width: 64, height: 48 })
  expect(await colourError(thumbnail)).toBeLessThanOrEqual(tolerance)
}

describe('a store with sharpVariants: the size in the record and the pixels of the thumbnail agree', () => {
  it.each(opaque)('of $name', ({ content, tolerance }) => expectUpright(content, tolerance))

  const formats = ['jpeg', 'png', 'webp', 'tiff'] as const
  it.each(TURNS.flatMap((orientation) => formats.map((format) => ({ orientation, format }))))(
    'of a $format with EXIF $orientation',
    async ({ orientation, format }) => {
      const picture = await storedAs(orientation, quadrants())
      await expectUpright(await picture.toFormat(format).withMetadata({ orientation }).toBuffer())
    },
  )

  const carriers = ['jpeg', 'png', 'webp'] as const
  it.each(carriers)('of a %s that XMP alone would turn: it does not count', async (format) => {
    const xmp = xmpWithOrientation(6, 'attribute')
    await expectUpright(await quadrants().toFormat(format).withXmp(xmp).toBuffer())
  })

  it.each(carriers)('of a %s whose EXIF and XMP disagree: EXIF counts', async (format) => {
    const picture = await storedAs(6, quadrants())
    const encoded = picture.toFormat(format).withMetadata({ orientation: 6 })
    await expectUpright(await encoded.withXmp(xmpWithOrientation(3, 'attribute')).toBuffer())
  })

  it.each([
    ['HEIC', heic()],
    ['AVIF', avif],
  ])('of a turned %s', async (_, upright) => {
    for (const quarters of [1, 2, 3] as const) {
      const { asset, thumbnail } = await stored(withRotation(upright, quarters))
      const size = quarters === 2 ? { width: 64, height: 48 } : { width: 48, height: 64 }
      expect(asset).toMatchObject(size)
      expect(await sharp(thumbnail).metadata()).toMatchObject(size)
      expect(await colourError(await turnedBack(sharp(thumbnail), quarters))).toBeLessThan(
        TOLERANCE,
      )
    }
  })
})

/** `irot` turns anti-clockwise; this turns clockwise. */
function turnedBack(picture: Sharp, quarters: number): Promise<Buffer> {
  return picture
    .rotate(quarters * 90)
    .png()
    .toBuffer()
}
