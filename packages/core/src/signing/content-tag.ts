// `hash` is no named import: an older Node lacks it, and must still report which Node is needed.
import crypto from 'node:crypto'
import { locationCare } from '@stowage/analysis'
import type { Asset } from '../assets/asset.ts'
import type { LocationMode } from '../location/location-mode.ts'
import { PUBLIC_COPY } from '../location/public-copies.ts'
import { needsNoCopy } from '../location/public-form.ts'
import { variantOf } from '../variants/variant-of.ts'

/** Characters of a content tag. Ten hexadecimal digits tell a trillion contents of one file apart. */
const LENGTH = 10

/**
 * The parameter `c` of URLs that are made for pages: the first 10 characters of the ETag of these bytes. With it the
 * URL of a file changes when its bytes do, so caches may keep the response for as long as they like.
 */
export function contentTag(sha256: string): string {
  return sha256.slice(0, LENGTH)
}

/**
 * The tag of the variant of this name, or of what everyone gets in place of the original: its copy without the
 * location, where there is one. `null` while the variant has not been made.
 */
export function contentTagOf(
  asset: Pick<Asset, 'sha256' | 'variants' | 'focus'>,
  variant?: string,
): string | null {
  const made = variantOf(asset, variant ?? PUBLIC_COPY)
  if (made !== undefined) return contentTag(made.sha256)
  return variant === undefined ? contentTag(asset.sha256) : null
}

/** What a store serves that its records do not say. */
export interface ServedSettings {
  /** See `sizeSettings`. */
  readonly sizes: ReadonlyMap<string, string>
  readonly location: LocationMode
}

/**
 * The tag of what this store serves to everyone. `null` while the bytes are unknown. Those of a size of a set have a
 * tag before they are made: it follows from the original and the settings of the size.
 */
export function servedTagOf(
  { sizes, location }: ServedSettings,
  asset: Asset,
  variant?: string,
): string | null {
  if (variant === undefined) {
    if (location !== 'served') return contentTag(asset.sha256)
    const isItself = needsNoCopy(asset) || locationCare(asset) === 'none'
    return isItself ? contentTag(asset.sha256) : contentTagOf(asset, PUBLIC_COPY)
  }
  const settings = sizes.get(variant)
  if (settings === undefined) return contentTagOf(asset, variant)
  const { sha256, focus } = asset
  return contentTag(crypto.hash('sha256', JSON.stringify([sha256, focus, settings])))
}
