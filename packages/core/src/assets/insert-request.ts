import type { OnDuplicate } from '../duplicates/on-duplicate.ts'
import type { Recorded } from '../events/recorded.ts'
import type { Enqueueing } from '../jobs/job.ts'
import type { Quota } from '../usage/quota.ts'
import type { Asset, AssetRecord, Timestamp } from './asset.ts'
import type { AssetScope } from './asset-scope.ts'

/** A record to insert: everything that the store decides. The port adds `seq` and what follows from the insertion. */
export interface NewAsset
  extends Omit<Asset, 'tenant' | 'createdAt' | 'updatedAt' | 'trashedAt' | 'pendingUntil'> {
  /** When another system stored it. Default: now, a microsecond later for each asset of the request before it. */
  readonly createdAt?: Timestamp
  /** Default: `createdAt`. */
  readonly updatedAt?: Timestamp
  /** When it was trashed. Default `null`: it is active. */
  readonly trashedAt?: Timestamp | null
}

/** What `insert` stores, and under which conditions. */
export interface InsertRequest extends Recorded, Enqueueing {
  readonly tenant: string
  /** At least one. Stored in this order, all or none. */
  readonly assets: readonly NewAsset[]
  /** Id of the API key that uploads, checked in the transaction; `null` when none is needed. */
  readonly keyId: string | null
  /** Id of the upload ticket that counts these files and their bytes. Default: none. */
  readonly ticket?: string | null
  /**
   * The finishing upload that becomes the one asset, and the fence of its holder. Its ticket counted when the upload was
   * created, so that it only has to be valid. Default: none.
   */
  readonly upload?: { readonly id: string; readonly fence: number }
  /**
   * What the tenant may have in all, live and trashed: bytes of originals and variants, and assets. A number limits
   * the bytes alone; `null`: no limit.
   */
  readonly quota: Quota | null
  /** Makes a repetition of this upload harmless. Default: no repetition is recognised. */
  readonly idempotency?: IdempotencyRecord
  /**
   * Milliseconds from now after which a sweep may purge the assets, unless they were attached or kept by then; `null`:
   * they stay. Default `null`. `pendingUntil` is counted from the last trusted sweep if that is later than now: a clock
   * that lags must not make an asset look long expired.
   */
  readonly pendingFor?: number | null
  /** Folders out of it count as unknown. Default: all of the tenant. */
  readonly scope?: AssetScope | null
  /** What happens to assets whose bytes are stored already. Default `store`. */
  readonly onDuplicate?: OnDuplicate
  /** Only assets within this scope count as existing. Default: those within `scope`. */
  readonly duplicatesOf?: AssetScope | null
}

/** What `insert` did. */
export interface Inserted {
  /** The new records, in the order given. None for a replay, and none for a duplicate. */
  readonly assets: readonly AssetRecord[]
  /** Ids of the assets that an earlier upload with this idempotency key stored, in order; `null`: there was none. */
  readonly replayOf: readonly string[] | null
  /**
   * For each asset given, the existing record in its place; `null` for those that were stored. Absent when all were
   * stored, and for a replay.
   */
  readonly duplicateOf?: readonly (Asset | null)[]
}

/** How the database recognises a repeated upload, also when the answer to the first one never arrived. */
export interface IdempotencyRecord {
  /** The same key within a tenant means the same upload. */
  readonly key: string
  /** What was uploaded. The same key with another digest is the client's mistake. */
  readonly digest: string
  /** Milliseconds for which the record counts, from the insert on. */
  readonly lifetime: number
}
