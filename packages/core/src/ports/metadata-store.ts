import type { ApiKeyRecord } from '../model/api-key.ts'
import type {
  Asset,
  AssetChanges,
  AssetStatus,
  FailedVariant,
  Timestamp,
  Variant,
} from '../model/asset.ts'
import type { Transfer } from './transfer.ts'

/** A record to insert: everything the store decides; `seq` and what follows from insertion is the port's. */
export type NewAsset = Omit<Asset, 'tenant' | 'seq' | 'updatedAt' | 'trashedAt'>

export interface InsertRequest {
  readonly tenant: string
  readonly assets: readonly NewAsset[]
  /** Id of the API key that uploads, checked in the transaction; `null` when none is needed. */
  readonly keyId: string | null
  /** Bytes that originals and variants of the tenant, live and trashed, may take in all; `null` for no limit. */
  readonly quota: number | null
  /** Makes a repetition of this upload harmless. Default: none is recognised. */
  readonly idempotency?: IdempotencyRecord
}

/** By what a repeated upload is recognised, whether or not its first answer ever arrived. */
export interface IdempotencyRecord {
  /** One and the same within a tenant means one and the same upload. */
  readonly key: string
  /** What was uploaded: the same key with another digest is a mistake of the client's. */
  readonly digest: string
  /** Milliseconds for which the mark counts, from the insert on. */
  readonly lifetime: number
}

export interface ListQuery {
  readonly tenant: string
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
  /** A hold is in force: their blobs must stay until `claim` gives them out. */
  readonly held: boolean
}

/** Leases whose names begin so keep blobs from being deleted as long as they last, for whoever copies the store. */
export const HOLD_PREFIX = 'hold/'

export interface IdsRequest {
  readonly tenant: string
  /** Distinct. */
  readonly ids: readonly string[]
}

/** What `update` made of a record. */
export interface Updated {
  readonly asset: Asset
  /** Whether anything differs from before. */
  readonly changed: boolean
}

/** A key, and the time of the database when it was read: the one by which its expiry is judged. */
export interface FoundKey {
  readonly key: ApiKeyRecord
  readonly now: Timestamp
}

/**
 * Records, keys, and the reservations that tie blobs to records.
 *
 * Every method that writes is one transaction: all of it or nothing, durable when it resolves, and
 * serialisable against every other write of any process on the same database. A read sees every write
 * that resolved before it began. Rejections are `StowageError`s; `unavailable` means nothing was
 * changed, `outcome_unknown` that the commit itself was cut off. Every method: `closed` after `close`.
 *
 * Whatever depends on the time is judged by "now": one reading of the database's own clock, taken in the
 * transaction that decides, once it has its locks. So callers pass durations, all in milliseconds, and the
 * clock of a caller decides nothing. For tests, a port may take a clock to read in the database's place.
 */
export interface MetadataStore {
  /**
   * The commit point of an upload. Gives each asset the tenant's next `seq`, in the order given, and
   * removes the reservations of exactly the blob keys of the assets and their variants.
   * `reservation_lost` when one of them is missing or claimed, `key_revoked` when the key is unknown,
   * revoked or past its expiry now, `quota_exceeded` (`context.limit`),
   * `invalid_argument` when an `id` or `publicFileId` is taken. With `once`: `upload_repeated`
   * (`context.ids` of the assets of then, in order) when the mark is there with the same digest and has
   * not expired now, `idempotency_conflict` with another digest; a revoked key is
   * told before, a quota after.
   */
  insert(request: InsertRequest): Promise<readonly Asset[]>
  /** The record, trashed or not, whatever its tenant. `null` when there is none. */
  get(by: { readonly id: string } | { readonly publicFileId: string }): Promise<Asset | null>
  /** By `seq`, newest first. The cost does not grow with the size of the list or the depth of the page. */
  list(query: ListQuery): Promise<AssetList>
  /**
   * Changes an active asset; resolves to the record as it is then. `updatedAt` becomes now only when
   * something differs. `status` moves only from `processing`, otherwise it is left as it is.
   * `asset_not_found` when unknown, another tenant's, or trashed (a `status` alone also reaches trashed ones).
   */
  update(request: {
    readonly tenant: string
    readonly id: string
    readonly changes: AssetChanges & { readonly status?: AssetStatus }
  }): Promise<Updated>
  /**
   * Adds variants to an active asset, which do not count as failed any more, and variants that cannot be made,
   * in place of what the record says of those names. Removes the reservations
   * of the variants' blob keys; `reservation_lost` when one is missing or claimed. `updatedAt` stays.
   * `asset_not_found` when unknown, another tenant's, or trashed; `invalid_argument` when the asset has a
   * variant of that name.
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
   * `trashedAt` is now, but never before the last trusted sweep (see `recordSweep`): a clock that lags
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
   * first. Measured at the last trusted sweep (see `recordSweep`), or now if that is earlier; nothing when
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

  /** Stores a new key. `invalid_argument` when its id is taken. */
  createKey(key: ApiKeyRecord): Promise<void>
  /** `null` when unknown. Revoked and expired keys are found. */
  getKey(id: string): Promise<FoundKey | null>
  /** All keys of a tenant, revoked ones too, oldest first. */
  listKeys(tenant: string): Promise<readonly ApiKeyRecord[]>
  /** Sets `revokedAt` (kept when already set) or `lastUsedAt`. `key_not_found` when unknown or another tenant's. */
  updateKey(request: {
    readonly tenant: string
    readonly id: string
    readonly changes: { readonly revokedAt?: Timestamp; readonly lastUsedAt?: Timestamp }
  }): Promise<ApiKeyRecord>

  /**
   * Reserves blob keys before their blobs are put. Left alone, they fall due for deletion after `lifetime`.
   * `invalid_argument` when one is reserved or claimed already.
   */
  reserve(keys: readonly string[], request: { readonly lifetime: number }): Promise<void>
  /**
   * Claims keys for deletion and resolves to those that are now the caller's to delete from the blob store.
   * `{ keys }`: of these, the ones still reserved (claimed ones too; those of a record are not there).
   * `{ due, limit }`: what is due now, reservations and claims alike, the longest due first; nothing as
   * long as a hold is in force (see `HOLD_PREFIX`).
   * A claimed key can never again be inserted.
   */
  claim(
    which: { readonly keys: readonly string[] } | { readonly due: true; readonly limit: number },
  ): Promise<readonly string[]>
  /**
   * Says what became of the blobs of claimed keys. A deleted one's claim stays and falls due again after
   * `retryAfter`, for a put that was still under way; it is forgotten when it was deleted after it had
   * fallen due again. What failed to be deleted falls due again after `retryAfter` too. Keys that are not
   * claimed, and keys that somebody else has said this of meanwhile, are left alone.
   */
  recordDeletions(request: {
    readonly deleted: readonly string[]
    readonly failed?: readonly string[]
    readonly retryAfter: number
  }): Promise<void>
  /**
   * Of these blob keys, those that no record, reservation or claim names, all from one snapshot. That is
   * for ever: such a key can only have been forgotten, or never have been this database's.
   */
  filterOrphans(keys: readonly string[]): Promise<readonly string[]>
  /**
   * Forgets which ids were purged longer ago than `purgedFor`, and the upload marks and leases that have
   * expired: at most `limit` of each kind, so that no other write waits long. Resolves to whether there
   * may be more.
   */
  pruneExpired(request: { readonly purgedFor: number; readonly limit: number }): Promise<boolean>
  /**
   * Takes or renews the named lease for `holder`, for `duration` from now; 0 gives it back (`false`).
   * Resolves to whether `holder` has it: never true for two holders at once. `invalid_argument` when
   * `duration` is negative or longer than `MAX_LEASE`. A lease that ends later than now + `MAX_LEASE`,
   * which only a wrong clock can have written, counts as expired.
   */
  lease(request: {
    readonly name: string
    readonly holder: string
    readonly duration: number
  }): Promise<boolean>
  /**
   * Notes that a sweep takes place now, and resolves to whether the clock may be trusted with what only
   * time decides: when sweeps have followed each other for `TRUSTED_AFTER` at least, none earlier than the
   * one before, nor later than that by more than `tolerance`. The database keeps the record for all
   * processes; see `sweep-record.ts`.
   */
  recordSweep(request: { readonly tolerance: number }): Promise<boolean>
  /**
   * Writes a copy of everything, as it is at one moment, into this directory, which is there, under a name
   * of the port's own, in place of an older copy and all at once: durable when it resolves. Holds up neither
   * reads nor writes. An abort leaves the older copy. Absent where the database has tools of its own for that.
   */
  backup?(directory: string, options?: { readonly signal?: AbortSignal }): Promise<void>
  /** Absent where records can neither leave for another database nor come from one. */
  readonly transfer?: Transfer
  /** Finishes the writes under way and lets go of every resource. Idempotent. */
  close(): Promise<void>
}
