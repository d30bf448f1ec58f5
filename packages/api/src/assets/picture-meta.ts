import type { Asset, AssetStore } from '@stowage/core'
import { mountUrl } from '../http/urls/base-url.ts'
import { nullable } from '../openapi/schema-parts.ts'

/** What a page needs to show the asset as a picture. */
export interface PictureMeta {
  /** A thumbhash as base64; `null` until it is made. */
  readonly placeholder: string | null
  /** `#rrggbb`; `null` until it is made. */
  readonly color: string | null
  /** By set, what `srcset` of an `<img>` is; no entry for a set of which this asset has no size. */
  readonly srcset: Readonly<Record<string, string>>
}

/** The same as `store.pictures.attributes` of each set gives. */
export function pictureMeta(
  asset: Asset,
  {
    root,
    store: { pictures },
    signFor,
  }: {
    /** What URLs begin with, up to and including `/api/v1`. */
    readonly root: string
    readonly store: Pick<AssetStore, 'pictures'>
    /** Seconds; `null`: the URLs are not signed. */
    readonly signFor: number | null
  },
): PictureMeta {
  const { placeholder, color } = pictures.preview(asset) ?? { placeholder: null, color: null }
  const options = Object.assign(
    { baseUrl: mountUrl(root) },
    signFor === null ? null : { sign: signFor },
  )
  const srcset = pictures.sets.flatMap(({ name }) => {
    const attributes = pictures.attributes(asset, name, options)
    return attributes === null ? [] : [[name, attributes.srcset] as const]
  })
  return { placeholder, color, srcset: Object.fromEntries(srcset) }
}

/** The schema of each. */
export const PICTURE_SCHEMAS: Readonly<Record<keyof PictureMeta, object>> = {
  placeholder: {
    ...nullable({ type: 'string', pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
    description: 'A thumbhash as base64: what to show until the picture is there.',
  },
  color: {
    ...nullable({ type: 'string', pattern: '^#[0-9a-f]{6}$' }),
    description: 'The mean colour of the picture.',
  },
  srcset: {
    type: 'object',
    additionalProperties: { type: 'string', minLength: 1 },
    description: 'By set of the service: the `srcset` of an `<img>`, signed with `sign`.',
  },
}
