import { describe, expect, it } from 'vitest'
import type { VariantRecipe } from '../job/recipe.ts'
import { sharedFrame } from './frame.ts'

function recipe(width: number, height: number, fit: VariantRecipe['fit']): VariantRecipe {
  return {
    name: 'any',
    width,
    height,
    fit,
    format: 'auto',
    quality: 80,
    onlyIfSmaller: false,
    animated: 'first-frame',
    preview: false,
  }
}

describe('sharedFrame', () => {
  const picture = { width: 4000, height: 3000 }

  it('is the largest of what the variants need', () => {
    expect(
      sharedFrame(picture, [recipe(300, 300, 'inside'), recipe(2000, 2000, 'inside')]),
    ).toEqual({ width: 2000, height: 1500 })
    expect(sharedFrame(picture, [recipe(300, 300, 'inside'), recipe(300, 300, 'cover')])).toEqual({
      width: 400,
      height: 300,
    })
  })

  it('is never larger than the picture, and never empty', () => {
    expect(sharedFrame(picture, [recipe(9000, 9000, 'inside')])).toEqual(picture)
    expect(sharedFrame({ width: 100_000, height: 1 }, [recipe(300, 300, 'inside')])).toEqual({
      width: 300,
      height: 1,
    })
  })
})
