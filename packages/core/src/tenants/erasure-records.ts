import type { Asset } from '../assets/asset.ts'
import type { Recorded } from '../events/recorded.ts'

/** What one step of an erasure deleted. */
export interface ErasureStep {
  /** The records as they were, active and trashed. */
  readonly assets: readonly Asset[]
  /** Keys of blobs that are claimed now: the caller deletes them. */
  readonly blobKeys: readonly string[]
  /** A hold is in force: nothing was deleted. */
  readonly held: boolean
  /** Whether nothing of the tenant is left but its name. */
  readonly isDone: boolean
}

/** How the end of an erasure went. */
export interface ErasureEnd {
  /** Whether nothing of the tenant is left. */
  readonly isDone: boolean
  /** Whether this call has ended it. */
  readonly isEnded: boolean
}

/**
 * Erasing tenants: role `erasures` of a `MetadataStore`, whose rules hold for every method. From `begin` to `end` the
 * tenant takes nothing new: what would add an asset, a folder, a key or a ticket to it is `unavailable`.
 */
export interface ErasureRecords {
  /**
   * Begins or continues the erasure of a tenant, known or not. Claimed blobs that belong or may belong to it, and that
   * could not be deleted yet, are due now (see `BlobLedger.claim`). `unavailable` while the records move to another
   * database; a move does not begin before `end`.
   */
  begin(tenant: string): Promise<void>
  /**
   * Deletes at most `limit` assets of the tenant, active or trashed, and claims their blobs, due now; once there are
   * none, at most `limit` of whatever else the tenant has. Leaves no tombstones. Without `begin`, or when another call
   * has ended the erasure, it is done, and nothing is deleted.
   */
  step(request: { readonly tenant: string; readonly limit: number }): Promise<ErasureStep>
  /**
   * Deletes the name of the tenant, which may then be used again. Changes nothing while anything else of
   * the tenant exists, including a claimed blob that was not deleted yet: continue with `begin`. Changes nothing without
   * `begin`, or when another call has ended the erasure.
   */
  end(request: Recorded & { readonly tenant: string }): Promise<ErasureEnd>
  /**
   * Overwrites what was deleted, as far as the database can, and removes it from its log. Other writes may wait
   * meanwhile. `unavailable` when that could not be done now.
   */
  scrub(): Promise<void>
}
