import type { Asset } from '../assets/asset.ts'

/** The asset as events have it: they may leave the house, and where somebody took a photo is nothing for others. */
export function withoutLocation(asset: Asset): Asset {
  const { embedded } = asset
  if (embedded === null || embedded.location === null) return asset
  return { ...asset, embedded: { ...embedded, location: null } }
}
