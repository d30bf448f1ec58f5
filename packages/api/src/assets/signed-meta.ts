import type { Asset, AssetStore } from '@stowage/core'
import { formatTimestamp } from '@stowage/core/internal'
import { mountUrl } from '../http/urls/base-url.ts'

/** URLs of an asset that need no key until they expire, all at the same time. */
export interface SignedUrlsMeta {
  readonly url: string
  /** `null` when the asset can have no thumbnail. */
  readonly thumbnail_url: string | null
  readonly download_url: string
  /** UTC with six fractional digits. */
  readonly expires_at: string
}

/** `meta.signed` of a resource. */
export function signedMeta(
  asset: Asset,
  {
    root,
    store,
    signFor,
  }: {
    /** What URLs begin with, up to and including `/api/v1`. */
    readonly root: string
    readonly store: Pick<AssetStore, 'urls'>
    /** Seconds. */
    readonly signFor: number
  },
): SignedUrlsMeta {
  const signed = store.urls.signAll(asset, { expiresIn: signFor, baseUrl: mountUrl(root) })
  return {
    url: signed.url,
    thumbnail_url: signed.thumbnailUrl,
    download_url: signed.downloadUrl,
    expires_at: formatTimestamp(signed.expiresAt.getTime() * 1000),
  }
}
