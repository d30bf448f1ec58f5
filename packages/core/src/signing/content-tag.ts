import type { Asset } from '../assets/asset.ts'

/** Characters of a content tag. Ten hexadecimal digits tell a trillion contents of one file apart. */
const LENGTH = 10

/**
 * The parameter `c` of URLs that are made for pages: the first 10 characters of the ETag of these bytes. With it the
 * URL of a file changes when its bytes do, so caches may keep the response for as long as they like.
 */
export function contentTag(sha256: string): string {
  return sha256.slice(0, LENGTH)
}

/** The tag of the original, or of the variant of this name; `null` while the variant has not been made. */
export function contentTagOf(
  asset: Pick<Asset, 'sha256' | 'variants'>,
  variant?: string,
): string | null {
  if (variant === undefined) return contentTag(asset.sha256)
  const made = asset.variants.find(({ name }) => name === variant)
  return made === undefined ? null : contentTag(made.sha256)
}
