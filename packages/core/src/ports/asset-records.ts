import type { Asset, FailedVariant, Variant } from '../model/asset.ts'
import type { RecordChanges } from '../model/asset-changes.ts'
import type { AssetScope } from '../model/asset-scope.ts'

/** A record to insert: everything the store decides; `seq` and what follows from insertion is the port's. */
export type NewAsset = Omit<Asset, 'tenant' | 'seq' | 'updatedAt' | 'trashedAt'>

/** What `insert` stores, and under which conditions. */
export interface InsertRequest {
  readonly tenant: string
  /** At least one. Stored in this order, all or none. */
  readonly assets: readonly NewAsset[]
  /** Id of the API key that uploads, checked in the transaction; `null` when none is needed. */
  readonly keyId: string | null
  /** Id of the upload ticket that counts these files and their bytes. Default: none. */
  readonly ticket?: string | null
  /**
   * The most bytes that originals and variants of the tenant, live and trashed, may have in all; `null` for
   * no limit.
   */
  readonly quota: number | null
  /** Makes a repetition of this upload harmless. Default: no repetition is recognised. */
  readonly idempotency?: IdempotencyRecord
}

/** What `insert` did. */
export interface Inserted {
  /** The new records, in the order given. None of a replay. */
  readonly assets: readonly Asset[]
  /** Ids of the assets that an earlier upload with this idempotency key stored, in order; `null`: there was none. */
  readonly replayOf: readonly string[] | null
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

/** Which part of which list. */
export interface ListQuery {
  readonly tenant: string
  /** Lists and counts only these. Default: all of the tenant. */
  readonly scope?: AssetScope | null
  /** `false`: the active assets. `true`: the trash. */
  readonly trashed: boolean
  /** Where the page starts, newest first: a number of assets to skip, or the `seq` to start below. */
  readonly from: { readonly offset: number } | { readonly belowSeq: number }
  /** 1 … 1000. */
  readonly limit: number
}

/** The part of a list asked for, and how many assets the whole list has, both from one snapshot. */
export interface AssetList {
  readonly assets: readonly Asset[]
  /** Assets of the whole list. */
  readonly total: number
}

/** What a tenant has stored. */
export interface TenantUsage {
  /** Bytes of originals and variants, live and trashed: what `InsertRequest.quota` limits. */
  readonly bytes: number
}

/** What `purge` deleted. */
export interface Purged {
  /** The records as they were, in the order given, or the longest trashed first. */
  readonly assets: readonly Asset[]
  /** A hold is in force: their blobs must stay until `blobs.claim` gives them out. */
  readonly held: boolean
}

/** Assets of one tenant. */
export interface IdsRequest {
  readonly tenant: string
  /** Distinct. */
  readonly ids: readonly string[]
  /** Every other asset counts as unknown, also one that was purged. Default: all of the tenant. */
  readonly scope?: AssetScope | null
}

/** What `update` made of a record. */
export interface Updated {
  /** The record as it is now. */
  readonly asset: Asset
  /** Whether anything differs from before. */
  readonly changed: boolean
}

/** The records of assets: role `assets` of a `MetadataStore`, whose rules hold for every method. */
export interface AssetRecords {
  /**
   * The commit point of an upload. Gives each asset the tenant's next `seq`, in the order given. Removes the
   * reservations of exactly the blob keys of the assets and their variants.
   *
   * `reservation_lost` when a reservation is missing or claimed. `key_revoked` when the API key is unknown,
   * revoked or expired. `quota_exceeded` (`context.limit`). `invalid_argument` when an `id` or `publicFileId`
   * is taken.
   *
   * With `ticket`, what is left of it shrinks by the files and their bytes, without their variants.
   * `ticket_revoked` when it is unknown, another tenant's or revoked; `ticket_exhausted` (`context.filesLeft`,
   * `context.bytesLeft`) when it does not allow so much any more. Its expiry does not matter here.
   *
   * With `idempotency` and an unexpired record of that key, it stores nothing: it resolves to `replayOf` for
   * the same digest, and is `idempotency_conflict` for another. A revoked key or ticket is refused
   * before that; what a ticket has left, then the quota, are looked at after. A replay counts nothing.
   */
  insert(request: InsertRequest): Promise<Inserted>
  /** The record, trashed or not, of any tenant. `null` when there is none. */
  get(by: { readonly id: string } | { readonly publicFileId: string }): Promise<Asset | null>
  /**
   * By `seq`, newest first. The cost does not grow with the size of the list or the depth of the page, with a
   * `scope` neither.
   */
  list(query: ListQuery): Promise<AssetList>
  /**
   * Changes an active asset; resolves to the record as it is then. `updatedAt` becomes now only when
   * something differs. `status` moves only from `processing`, otherwise it is left as it is.
   * `asset_not_found` when unknown, another tenant's, out of `scope`, or trashed (a `status` alone also reaches
   * trashed ones).
   */
  update(request: {
    readonly tenant: string
    readonly id: string
    /** Default: all of the tenant. */
    readonly scope?: AssetScope | null
    readonly changes: RecordChanges
  }): Promise<Updated>
  /**
   * Adds variants to an active asset, which no longer count as failed. Names in `failed` replace the record's
   * entries of those names. Removes the reservations of the variants' blob keys; `reservation_lost` when one
   * is missing or claimed. `updatedAt` stays. `asset_not_found` when unknown, another tenant's, or trashed.
   * `invalid_argument` when the asset has a variant of that name.
   */
  addVariants(request: {
    readonly tenant: string
    readonly id: string
    readonly variants: readonly Variant[]
    readonly failed: readonly FailedVariant[]
  }): Promise<Asset>
  /**
   * Takes variants with these blob keys from an asset, trashed or not, and claims the keys, due now. Keys that
   * are not of a variant of it are passed over. `updatedAt` stays. `asset_not_found` when unknown or
   * another tenant's.
   */
  removeVariants(request: {
    readonly tenant: string
    readonly id: string
    readonly blobKeys: readonly string[]
  }): Promise<Asset>
  /**
   * Moves assets to the trash or back. Those already there stay untouched (`trashedAt`, `updatedAt`).
   * `trashedAt` is now, but never before the last trusted sweep (see `sweeps.record`): a clock that lags
   * must not make an asset look long trashed.
   * Resolves to the records that moved, in the order given. `asset_not_found` with `context.ids` in the
   * order given, nothing moved.
   */
  setTrashed(request: IdsRequest & { readonly to: 'trash' | 'active' }): Promise<readonly Asset[]>
  /**
   * Deletes trashed records for good, and claims their blob keys, due now.
   * Of a tenant's ids: ids purged within the last `doneWithin` count as done. `asset_not_found` with every
   * unknown and every untrashed id in `context.unknown` and `context.untrashed` when any is unknown;
   * `not_trashed` with `context.ids` when all are known and some are not in the trash.
   * `{ trashedFor }`: of any tenant, what was in the trash for longer, at most `limit`, the longest trashed
   * first. Measured at the last trusted sweep (see `sweeps.record`), or now if that is earlier; nothing when
   * there was none.
   */
  purge(
    request:
      | (IdsRequest & { readonly doneWithin: number })
      | { readonly trashedFor: number; readonly limit: number },
  ): Promise<Purged>
  /** Records of every tenant, trashed or not, by `id`, those after `afterId`. 1 … 1000 at a time. */
  listAll(query: {
    readonly afterId: string | null
    readonly limit: number
  }): Promise<readonly Asset[]>

  /** What the tenant has stored. All zero for a tenant that nothing was ever stored for. */
  usage(tenant: string): Promise<TenantUsage>
}
