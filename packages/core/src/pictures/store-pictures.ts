import type { Asset } from '../assets/asset.ts'
import type { CallOptions } from '../options/call-options.ts'
import type { PicturePreview } from './picture-preview.ts'
import type { PictureSet } from './picture-set.ts'

/** How `<img>` attributes are made. */
export interface PictureOptions {
  /** How wide the page shows the picture, as `<img sizes>` has it. Default `100vw`. */
  readonly sizes?: string
  /**
   * What URLs begin with, up to `/api/v1`: `https://example.com/media`, or the mount path alone, `/media`.
   * Default: nothing, so URLs begin with `/api/v1`.
   */
  readonly baseUrl?: string
  /** Signs the URLs for this many seconds, in which they need no key; see `urls.sign`. Default: not signed, for `access: 'public'`. */
  readonly sign?: number
  /** The language of `alt`, such as `en`. Default: the first that the asset has. */
  readonly language?: string
}

/** The attributes of an `<img>` that shows an asset in the width and format that fit each browser. */
export interface PictureAttributes {
  /** The largest size. */
  readonly src: string
  /** Every size with its width. React calls this `srcSet`. */
  readonly srcset: string
  readonly sizes: string
  /** Pixels of the original: they keep the place free until the picture is there. */
  readonly width: number
  /** Pixels of the original. */
  readonly height: number
  /** The alternative text; empty when the asset has none. */
  readonly alt: string
  /** See `PicturePreview`; `null` while there is none. */
  readonly placeholder: string | null
  /** See `PicturePreview`; `null` while there is none. */
  readonly color: string | null
}

/** Which formats a client takes. */
export interface EnsurePictureOptions extends CallOptions {
  /** The header `Accept` of its request. Default: the last format of the set. */
  readonly accept?: string
}

/** A variant that an asset has. */
export interface MadePicture {
  /** The record with the variant. */
  readonly asset: Asset
  /** The name of the variant, for `read`. */
  readonly variant: string
}

/** Pictures for pages. */
export interface StorePictures {
  /** The sets that the store's processor makes. */
  readonly sets: readonly PictureSet[]
  /** The names of the sizes of all sets, such as `page-800`: what URLs ask for. */
  readonly sizes: readonly string[]
  /**
   * The attributes of an `<img>`; `null` for what is no picture, and for one that cannot be decoded. No size enlarges
   * the picture. The URLs change with the bytes (parameter `c`), so browsers may keep what they serve. The first request
   * for a size makes it. `invalid_argument` when the store has no such set.
   */
  attributes(asset: Asset, set: string, options?: PictureOptions): PictureAttributes | null
  /**
   * What a page can show before the picture is there; `null` while there is none. It is made with the variant
   * `thumbnail`, also of assets without a set.
   */
  preview(asset: Asset): PicturePreview | null
  /**
   * Resolves to what a URL of this name serves, which is made if needed. For the name of a size, `page-800`, that is the
   * variant in the format which the client likes best of those that can be made, `page-800.avif`; for any other name,
   * the variant itself. Rejects as `variants.ensure`.
   */
  ensure(asset: Asset | string, name: string, options?: EnsurePictureOptions): Promise<MadePicture>
}
