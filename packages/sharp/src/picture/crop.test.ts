import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { quadrants } from '../testing/quadrants.ts'
import { pictureOf } from '../testing/staged.ts'
import { sharpVariants } from '../variants/sharp-variants.ts'
import { regionAround } from './crop.ts'

describe('regionAround', () => {
  const wide = { width: 400, height: 100 }
  it.each([
    [{ x: 0.5, y: 0.5 }, 150],
    [{ x: 0, y: 0 }, 0],
    [{ x: 1, y: 1 }, 300],
    [{ x: 0.2, y: 0.9 }, 30],
  ])('around %j begins at %i', (focus, left) => {
    const box = { width: 50, height: 50 }
    expect(regionAround(wide, box, focus)).toEqual({ left, top: 0, width: 100, height: 100 })
  })

  it('enlarges nothing', () => {
    const box = { width: 320, height: 200 }
    const region = regionAround(wide, box, { x: 0.5, y: 0.5 })
    expect(region).toEqual({ left: 40, top: 0, width: 320, height: 100 })
    expect(regionAround({ width: 1, height: 1 }, box, { x: 1, y: 0 })).toEqual({
      left: 0,
      top: 0,
      width: 1,
      height: 1,
    })
  })
})

describe('a variant with fit: cover', () => {
  const variants = { card: { width: 40, height: 40, fit: 'cover', format: 'png' } } as const

  /** Upper left, upper right. */
  async function cornersOf(picture: Buffer, type: string, focus: { x: number; y: number } | null) {
    const processor = sharpVariants({ isolation: 'none', variants })
    const { made } = await processor.make({ ...pictureOf(picture, type), focus }, ['card'])
    await processor.close?.()
    const [card] = made
    expect(card).toMatchObject({ width: 40, height: 40 })
    const { data } = await sharp(card?.content).raw().toBuffer({ resolveWithObject: true })
    return [data.subarray(0, 3).toString('hex'), data.subarray(39 * 3, 40 * 3).toString('hex')]
  }

  it('shows the part around the focus', async () => {
    const picture = await quadrants(400, 100).png().toBuffer()
    const [left] = await cornersOf(picture, 'image/png', { x: 0, y: 0.5 })
    const [, right] = await cornersOf(picture, 'image/png', { x: 1, y: 0.5 })
    const centre = await cornersOf(picture, 'image/png', null)
    expect(left).not.toBe(right)
    expect(centre).toEqual([left, right])
    expect(await cornersOf(picture, 'image/png', { x: 0, y: 0 })).toEqual([left, left])
    expect(await cornersOf(picture, 'image/png', { x: 1, y: 1 })).toEqual([right, right])
  })

  it('counts the focus on the upright picture', async () => {
    const upright = await quadrants(400, 100).png().toBuffer()
    const turned = await sharp(upright)
      .rotate(270)
      .withMetadata({ orientation: 6 })
      .png()
      .toBuffer()
    for (const x of [0, 1]) {
      const focus = { x, y: 0.5 }
      expect(await cornersOf(turned, 'image/png', focus)).toEqual(
        await cornersOf(upright, 'image/png', focus),
      )
    }
  })
})
