import type { Asset } from '../assets/asset.ts'
import type { PresignedFileOptions } from '../assets/read-options.ts'
import type { CallOptions } from '../options/call-options.ts'

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
  /** `content` to show the file, `download` to save it. Default `content`. */
  readonly route?: 'content' | 'download'
}

/** Which file of an asset a tag is for. */
export interface ContentTagOptions {
  /** Name of a variant, or of a size of a set. Default: the original. */
  readonly variant?: string
}

/** A URL that needs no key until it expires. */
export interface SignedUrl {
  readonly url: string
  /** When it expires, on a whole second. */
  readonly expiresAt: Date
}

/** The signed URLs of an asset, which need no key and all expire at the same time. */
export interface SignedUrls extends SignedUrl {
  /** `null` when the asset cannot have a thumbnail. */
  readonly thumbnailUrl: string | null
  readonly downloadUrl: string
}

/** The parts of a signed URL that a client requested. */
export interface SignedRequest {
  /** Identifier in the URL's path, lower case. */
  readonly publicFileId: string
  readonly route: 'content' | 'download'
  /** The query parameters of the request, decoded. A missing one does not match. */
  readonly variant?: string | undefined
  readonly expires?: string | undefined
  readonly v?: string | undefined
  readonly signature?: string | undefined
}

/** What a signed URL opens. */
export interface OpenedUrl {
  /** An active asset, of any tenant. */
  readonly asset: Asset
  readonly expiresAt: Date
  /** Whole seconds until then, rounded down. */
  readonly remaining: number
}

/**
 * Access to files without a key. Signed URLs need the option `signing`; without it, their methods are refused as
 * `invalid_argument`.
 */
export interface StoreUrls {
  /** Whether the store has the option `signing`. */
  readonly isConfigured: boolean
  /** The most seconds that a URL may be good for. */
  readonly maxExpiresIn: number
  /**
   * Signs the URL of one file. Needs no look-up: the URL answers 404 while the asset is in the trash, or lacks the
   * variant. `asset_not_found` for another tenant's asset.
   *
   * The expiry is rounded up to `signing.stepSeconds`, so the URL stays the same until the next step. It is
   * rounded down only where it would exceed `signing.maxExpiresIn`. The URL changes with the bytes (parameter `c`, which is not signed),
   * so browsers may keep them until it expires. A variant that has not been made yet has no `c`, so browsers ask for it
   * again.
   */
  sign(asset: Asset, options?: SignUrlOptions): SignedUrl
  /** Signs the three URLs that a page needs: to show the file, to show its thumbnail, and to download it. As `sign`. */
  signAll(asset: Asset, options?: SignUrlsOptions): SignedUrls
  /**
   * The parameter `c` of the URL of a file that needs no key: digits that change with the bytes which it serves. `null`
   * while these are unknown: a variant, or a copy without the location, that has not been made yet. For URLs that you
   * make yourself.
   */
  contentTag(asset: Asset, options?: ContentTagOptions): string | null
  /**
   * Checks a signed URL, and resolves to the asset that it opens, of any tenant. `signature_invalid` when the signature
   * does not match. `signature_expired` after its time, even when the asset is gone. `file_not_found` when the asset is
   * unknown or trashed. Only a valid signature causes a look-up.
   */
  verify(request: SignedRequest, options?: CallOptions): Promise<OpenedUrl>
  /**
   * Resolves to a URL at which the blob store itself serves the bytes, without a key, until it expires. `null` when its
   * blobs have no URLs of their own. For the same assets as `AssetStore.read`.
   */
  presign(asset: Asset | string, options: PresignedFileOptions): Promise<string | null>
  /**
   * Returns where the bytes are that `AssetStore.read` would open, for a web server that sends them in the app's place:
   * a path below the store's directory, with `/`. `null` when blobs are not plain files. `file_not_found` as for
   * `read`, also for a variant that has not been made yet. Only the store may write there.
   */
  locate(asset: Asset, options?: { readonly variant?: string }): string | null
}
