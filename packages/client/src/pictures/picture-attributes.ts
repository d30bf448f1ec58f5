import type { Asset } from '../generated/openapi.ts'
import { candidatesOf } from './srcset.ts'

/** How `<img>` attributes are made. */
export interface PictureOptions {
  /** How wide the page shows the picture, as `<img sizes>` has it. Default `100vw`. */
  readonly sizes?: string
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
  /** A thumbhash as base64, to show until the picture is there; `null` while there is none. */
  readonly placeholder: string | null
  /** The mean colour, `#rrggbb`; `null` while there is none. */
  readonly color: string | null
}

/**
 * The attributes of an `<img>`, from an asset that was asked for with `with_meta: '1'`; `null` when this asset has no
 * size of the set, or the service no such set. Ask with `sign` too where files need a key.
 *
 * @example
 * ```ts
 * import { createClient, pictureAttributes } from '@stowage/client'
 *
 * const client = createClient({ baseUrl: 'https://example.com/media', token: 'stw_…' })
 * const asset = await client.get('the id of an asset', { with_meta: '1' })
 * console.log(pictureAttributes(asset, 'page', { sizes: '50vw' }))
 * ```
 */
export function pictureAttributes(
  { attributes, meta }: Asset,
  set: string,
  { sizes = '100vw', language }: PictureOptions = {},
): PictureAttributes | null {
  if (meta?.srcset === undefined) {
    throw new TypeError("The asset has no meta.srcset. Ask for it with { with_meta: '1' }.")
  }
  const srcset = Object.hasOwn(meta.srcset, set) ? meta.srcset[set] : undefined
  const { width, height } = attributes
  const largest = candidatesOf(srcset ?? '').at(-1)
  if (srcset === undefined || largest === undefined || width === null || height === null) {
    return null
  }
  const { alt = {}, placeholder = null, color = null } = meta
  const [first = ''] = Object.values(alt)
  const text = language === undefined ? first : (alt[language] ?? first)
  return { src: largest.url, srcset, sizes, width, height, alt: text, placeholder, color }
}
