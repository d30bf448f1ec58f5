import type { Asset } from '../model/assets/asset.ts'
import type { CallOptions } from './call-options.ts'
import type { PresignedFileOptions } from './read-options.ts'

/** For how long a URL is signed, and what it begins with. */
export interface SignUrlsOptions {
  /** Seconds that the URL is good for, at least: 1 … `maxExpiresIn`. Default 3600. */
  readonly expiresIn?: number
  /**
   * What URLs begin with, up to `/api/v1`: `https://example.com/media`, or the mount path alone, `/media`.
   * Default: nothing, so URLs begin with `/api/v1`.
   */
  readonly baseUrl?: string
}

/** Which file of an asset a URL is signed for. */
export interface SignUrlOptions extends SignUrlsOptions {
  /** Name of a variant. Default: the original. */
  readonly variant?: string
  /** `content` to be shown, `download` to be saved. Default `content`. */
  readonly route?: 'content' | 'download'
}

/** A URL that needs no key until it expires. */
export interface SignedUrl {
  readonly url: string
  /** When it stops working: a whole second. */
  readonly expiresAt: Date
}

/** The URLs of an asset that need no key until they expire, all at the same time. */
export interface SignedUrls extends SignedUrl {
  /** `null` when the asset can have no thumbnail. */
  readonly thumbnailUrl: string | null
  readonly downloadUrl: string
}

/** A signed URL as a request brings it. */
export interface SignedRequest {
  /** Identifier in the URL's path, lower case. */
  readonly publicFileId: string
  readonly route: 'content' | 'download'
  /** The query parameters as they came, decoded. One that is missing does not match. */
  readonly variant?: string | undefined
  readonly expires?: string | undefined
  readonly v?: string | undefined
  readonly signature?: string | undefined
}

/** What a signed URL opens. */
export interface OpenedUrl {
  /** Active, of any tenant. */
  readonly asset: Asset
  readonly expiresAt: Date
  /** Whole seconds until then, rounded down. */
  readonly remaining: number
}

/**
 * Where files can be had without a key. Signed URLs need the option `signing`; without it their methods are refused as
 * `invalid_argument`.
 */
export interface StoreUrls {
  /** Whether the store has the option `signing`. */
  readonly isConfigured: boolean
  /** Seconds that a URL may be good for at most. */
  readonly maxExpiresIn: number
  /**
   * Signs the URL of one file. Needs no look-up: the URL answers 404 while the asset is in the trash, or lacks the
   * variant. `asset_not_found` for another tenant's asset.
   *
   * The expiry is rounded up to `signing.step`, and the same URL is given until the next step. It is rounded down
   * only where it would exceed `signing.maxExpiresIn`. The URL changes with the bytes (`c`, no part of the signature),
   * so browsers may keep them until it expires. A variant that has not been made yet has no `c`, and is asked for again.
   */
  sign(asset: Asset, options?: SignUrlOptions): SignedUrl
  /** Signs the three URLs that a page needs: to show, of the thumbnail, to download. As `sign`. */
  signAll(asset: Asset, options?: SignUrlsOptions): SignedUrls
  /**
   * The asset that a signed URL opens, of any tenant. `signature_invalid` when the signature does not match,
   * `signature_expired` past its time, also when the asset is gone, `file_not_found` when the asset is unknown or
   * trashed. Only a valid signature causes a look-up.
   */
  verify(request: SignedRequest, options?: CallOptions): Promise<OpenedUrl>
  /**
   * A URL at which the blob store itself serves the bytes, without a key, until it expires. `null` when its
   * blobs have no address of their own. For the same assets as `AssetStore.read`.
   */
  presign(asset: Asset | string, options: PresignedFileOptions): Promise<string | null>
  /**
   * Where the bytes that `AssetStore.read` would open lie, for a web server that sends them in the app's place: a path
   * below the store's directory, with `/`. `null` when blobs are no plain files. `file_not_found` as `read`,
   * also of a variant that is not there yet. Only the store may write there.
   */
  locate(asset: Asset, options?: { readonly variant?: string }): string | null
}
