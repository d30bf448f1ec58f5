import type { Asset } from '@stowage/client'

const NARROWEST = 0.5
const WIDEST = 2.6
/** Of files that have no picture: a card with words. */
const CARD = 1.15

/** Width divided by height, as drawn. Very long shapes are cropped. */
export function aspectOf(asset: Asset | undefined, index: number): number {
  if (asset === undefined) return PLACEHOLDERS[index % PLACEHOLDERS.length] ?? 1
  const { width, height, thumbnail_url, type } = asset.attributes
  const hasShape = thumbnail_url !== null || type === 'image' || type === 'video'
  if (!hasShape || width === null || height === null || width === 0 || height === 0) return CARD
  return Math.min(WIDEST, Math.max(NARROWEST, width / height))
}

/** Shapes of files that are not known yet, which look like those that will come. */
const PLACEHOLDERS = [1.5, 1.33, 0.75, 1.5, 1.33, 1.78, 1, 1.5, 0.75, 1.33, 1.5]
