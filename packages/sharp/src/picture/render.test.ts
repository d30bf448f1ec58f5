import type { MadeVariant, VariantResult } from '@stowage/core'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { eighthOfJpeg } from '../jpeg/eighth-of-jpeg.ts'
import { coloursOf, quadrants } from '../testing/quadrants.ts'
import type { VariantRecipe } from './recipe.ts'
import { renderPicture } from './render.ts'

const LIMITS = { pixels: 1e8, channels: 5, time: 20_000 }
const BOX: VariantRecipe = {
  name: 'thumbnail',
  width: 60,
  height: 60,
  fit: 'inside',
  format: 'auto',
  quality: 90,
  onlyIfSmaller: false,
  animated: 'first-frame',
}

function render(
  content: Uint8Array,
  recipes: readonly VariantRecipe[],
  isEighth: boolean,
): Promise<VariantResult> {
  const decodeHeif = () => Promise.reject(new Error('not HEIF'))
  const decoders = { sharp, decodeHeif, ...(isEighth && { eighthOfJpeg: spied }) }
  return renderPicture(decoders, content, { recipes, limits: LIMITS })
}

/** The largest of any channel of any quadrant. */
async function difference(one?: MadeVariant, other?: MadeVariant): Promise<number> {
  if (one === undefined || other === undefined) throw new Error('not made')
  const [left, right] = [await coloursOf(one.content), await coloursOf(other.content)]
  const channels = Object.values(right).flat()
  return Math.max(
    ...Object.values(left)
      .flat()
      .map((value, at) => Math.abs(value - (channels[at] ?? 0))),
  )
}

let eighths = 0
const spied: typeof eighthOfJpeg = (content) => {
  eighths += 1
  return eighthOfJpeg(content)
}

describe('renderPicture', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'makes the same of an eighth of the pixels as of all: orientation %i',
    async (orientation) => {
      const content = await quadrants(808, 603).withMetadata({ orientation }).jpeg().toBuffer()
      eighths = 0
      const [ours] = (await render(content, [BOX], true)).made
      const [whole] = (await render(content, [BOX], false)).made
      expect(eighths).toBe(1)
      expect([ours?.width, ours?.height]).toEqual([whole?.width, whole?.height])
      expect(await difference(ours, whole)).toBeLessThanOrEqual(2)
    },
  )

  it('applies the profile of the picture to an eighth of its pixels', async () => {
    const content = await quadrants(808, 603).withIccProfile('p3').jpeg().toBuffer()
    const [ours] = (await render(content, [BOX], true)).made
    const [whole] = (await render(content, [BOX], false)).made
    expect(await difference(ours, whole)).toBeLessThanOrEqual(2)
  })

  it('takes an eighth for several variants, and none for one that needs more pixels', async () => {
    const content = await quadrants(808, 603).jpeg().toBuffer()
    const cover: VariantRecipe = { ...BOX, name: 'cover', width: 50, height: 50, fit: 'cover' }
    eighths = 0
    const { made } = await render(content, [BOX, cover], true)
    expect(eighths).toBe(1)
    expect(made.map(({ width, height }) => [width, height])).toEqual([
      [60, 45],
      [50, 50],
    ])
    await render(content, [{ ...BOX, width: 300, height: 300 }], true)
    expect(eighths).toBe(1)
  })
})
