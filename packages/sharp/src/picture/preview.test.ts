import sharp from 'sharp'
import { thumbHashToApproximateAspectRatio, thumbHashToAverageRGBA } from 'thumbhash'
import { describe, expect, it } from 'vitest'
import { quadrants } from '../testing/quadrants.ts'
import { pictureOf } from '../testing/staged.ts'
import type { SharpVariantsOptions } from '../variants/options.ts'
import { sharpVariants } from '../variants/sharp-variants.ts'

async function previewOf(picture: Buffer, type: string, options: SharpVariantsOptions = {}) {
  const processor = sharpVariants({ isolation: 'none', ...options })
  const { made } = await processor.make(pictureOf(picture, type), ['thumbnail'])
  await processor.close?.()
  return made[0]?.preview
}

function plain(background: string, width: number, height: number) {
  return sharp({ create: { width, height, channels: 4, background } })
}

describe('the preview of a thumbnail', () => {
  it('has the colour of the picture, and its proportions', async () => {
    const { placeholder = '', color } =
      (await previewOf(await plain('#c04020', 800, 400).png().toBuffer(), 'image/png')) ?? {}
    expect(color).toBe('#c04020')
    const hash = Buffer.from(placeholder, 'base64')
    expect(hash.length).toBeLessThanOrEqual(25)
    expect(thumbHashToApproximateAspectRatio(hash)).toBeCloseTo(2, 0)
    const { r, g, b } = thumbHashToAverageRGBA(hash)
    for (const [value, wanted] of [
      [r, 0xc0],
      [g, 0x40],
      [b, 0x20],
    ] as const) {
      expect(Math.abs(value * 255 - wanted)).toBeLessThan(12)
    }
  })

  it('does not count what cannot be seen', async () => {
    const seen = await plain('#00ff00', 20, 40).png().toBuffer()
    const picture = plain('#ff000000', 40, 40).composite([{ input: seen, left: 0, top: 0 }])
    expect((await previewOf(await picture.png().toBuffer(), 'image/png'))?.color).toBe('#00ff00')
    const nothing = await plain('#00000000', 40, 40).png().toBuffer()
    expect((await previewOf(nothing, 'image/png'))?.color).toBe('#000000')
  })

  it('is of the whole picture, upright, also when the thumbnail is cropped', async () => {
    const wide = await quadrants(400, 100).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const cropped = { thumbnail: { width: 50, height: 50, fit: 'cover' } } as const
    const { placeholder = '' } = (await previewOf(wide, 'image/jpeg', { variants: cropped })) ?? {}
    expect(thumbHashToApproximateAspectRatio(Buffer.from(placeholder, 'base64'))).toBeLessThan(1)
  })

  it('of a picture of one pixel is that pixel', async () => {
    const pixel = await plain('#123456', 1, 1).png().toBuffer()
    expect((await previewOf(pixel, 'image/png'))?.color).toBe('#123456')
  })

  it('is left out when the variant should have none', async () => {
    const pixel = await plain('#123456', 1, 1).png().toBuffer()
    const variants = { thumbnail: { preview: false } }
    expect(await previewOf(pixel, 'image/png', { variants })).toBeUndefined()
  })
})
