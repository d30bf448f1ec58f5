import type { VariantRecipe } from '../job/recipe.ts'

/** Pixels. */
export interface Frame {
  readonly width: number
  readonly height: number
}

/**
 * The smallest frame from which every recipe can still be made: the size to decode to when several variants share the
 * decoding. Never larger than the picture.
 */
export function sharedFrame(picture: Frame, recipes: readonly VariantRecipe[]): Frame {
  const scale = Math.min(1, Math.max(...recipes.map((recipe) => scaleOf(picture, recipe))))
  return {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  }
}

function scaleOf(picture: Frame, { width, height, fit }: VariantRecipe): number {
  const across = width / picture.width
  const down = height / picture.height
  return fit === 'cover' ? Math.max(across, down) : Math.min(across, down)
}

/** Whether the variant has fewer pixels than the part of the picture that it shows. */
export function isReduced(picture: Frame, recipe: VariantRecipe): boolean {
  return scaleOf(picture, recipe) < 1
}
