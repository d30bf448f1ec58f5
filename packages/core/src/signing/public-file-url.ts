import { mustBe } from '../arguments/must-be.ts'
import { requireText } from '../arguments/require-text.ts'
import type { Asset } from '../assets/asset.ts'
import { requireAsset } from '../assets/asset-argument.ts'
import { assertKnown, knownOptions } from '../options/known-options.ts'
import { contentTagOf } from './content-tag.ts'
import { checkBaseUrl, checkRoute, fileUrl } from './file-url.ts'

/** Which file of an asset a URL is for, and what the URL begins with. */
export interface PublicFileUrlOptions {
  /** Name of a variant. Default: the original. */
  readonly variant?: string
  /** `content` to show the file, `download` to save it. Default `content`. */
  readonly route?: 'content' | 'download'
  /**
   * What URLs begin with, up to `/api/v1`: `https://example.com/media`, or the mount path alone, `/media`.
   * Default: nothing, so URLs begin with `/api/v1`.
   */
  readonly baseUrl?: string
}

const KNOWN = knownOptions<PublicFileUrlOptions>('publicFileUrl', {
  variant: true,
  route: true,
  baseUrl: true,
})

/**
 * The URL of a file that an adapter with `access: 'public'` serves, for `<img src>` and links in pages. It changes with
 * the bytes (`c`), so caches may keep what it serves for the whole `filesMaxAgeSeconds`. A variant that has not been
 * made yet has no `c`: browsers ask again whether its bytes are the same. `invalid_argument` for what is not an asset,
 * or for an unknown option.
 *
 * ```js
 * publicFileUrl(asset, { baseUrl: '/media', variant: 'small' })
 * ```
 */
export function publicFileUrl(asset: Asset, options: PublicFileUrlOptions = {}): string {
  requireAsset(asset)
  if (typeof options !== 'object' || options === null) {
    throw mustBe('options', `an object with ${[...KNOWN.rules.keys()].join(', ')}`, options)
  }
  assertKnown(KNOWN, options)
  const { baseUrl = '', route = 'content', variant } = options
  checkBaseUrl(baseUrl, 'baseUrl')
  checkRoute(route, 'route')
  if (variant !== undefined) requireText('variant', variant)
  const { publicFileId } = asset
  return fileUrl(baseUrl, { publicFileId, route, variant }, { c: contentTagOf(asset, variant) })
}
