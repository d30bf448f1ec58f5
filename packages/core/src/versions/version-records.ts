import type { Asset } from '../assets/asset.ts'
import type { AssetScope } from '../assets/asset-scope.ts'
import type { Recorded } from '../events/recorded.ts'
import type { Enqueueing } from '../jobs/job.ts'
import type { Quota } from '../usage/quota.ts'
import type { NewContent, VersionRecord } from './asset-version.ts'

/** Which asset gets new content, and what happens to its current one. */
export interface ContentChange extends Recorded, Enqueueing {
  readonly tenant: string
  readonly id: string
  /** Default: all of the tenant. */
  readonly scope?: AssetScope | null
  /** Default: the asset is changed whatever its revision. */
  readonly ifMatch?: readonly string[]
  /** The current content becomes a version with this id, for `keepFor` milliseconds; 0: it is deleted. */
  readonly version: { readonly id: string; readonly keepFor: number }
  /** Milliseconds from now after which blobs that no record names any more are due: readers may have them open. */
  readonly grace: number
}

/** What `replace` and `restore` did. */
export interface Replaced {
  /** The record as it is now. */
  readonly asset: Asset
  /** Whether the asset has other content than before. */
  readonly changed: boolean
}

/** The contents that assets had: role `versions` of a `MetadataStore`, whose rules hold for every method. */
export interface VersionRecords {
  /**
   * Gives an active asset new content. Removes the reservations of exactly its blob keys. The blobs of the variants
   * that the asset had are claimed, due after `grace`. `updatedAt` becomes now. An asset that has this content already,
   * by SHA-256, name and status, stays as it is, as do the reservations: `changed` is `false`. A pending one stays
   * pending.
   *
   * `asset_not_found` when unknown, another tenant's, out of `scope`, or trashed. `changed_meanwhile` as
   * `assets.update`. `scan_pending` while the status is `processing`: a late verdict must not be taken for one about
   * the new content. `key_revoked`, `reservation_lost`. `quota_exceeded` when the tenant would have more bytes than
   * before, and more than the quota.
   */
  replace(
    request: ContentChange & {
      readonly content: NewContent
      /** Id of the API key that replaces, checked in the transaction; `null` when none is needed. */
      readonly keyId: string | null
      readonly quota: Quota | null
    },
  ): Promise<Replaced>
  /**
   * Gives an active asset the content of one of its versions, which is then no longer a version. As `replace`; the name
   * stays. `version_not_found` when the asset has no such version.
   */
  restore(request: ContentChange & { readonly versionId: string }): Promise<Replaced>
  /** The versions of the asset of this id, of any tenant, trashed or not, the last replaced first. */
  list(assetId: string): Promise<readonly VersionRecord[]>
  /** The version, of any tenant. `null` when there is none. */
  get(id: string): Promise<VersionRecord | null>
  /** Versions of every tenant, by `id`, those after `afterId`. 1 … 1000 at a time. */
  listAll(query: {
    readonly afterId: string | null
    readonly limit: number
  }): Promise<readonly VersionRecord[]>
  /**
   * Forgets versions, and claims their blobs, due now. `{ ids }`: those of these that exist. `{ limit }`: at most that
   * many of those that have expired, measured as for `assets.purge`. Resolves to what it forgot.
   */
  prune(
    which: { readonly ids: readonly string[] } | { readonly limit: number },
  ): Promise<readonly VersionRecord[]>
}
