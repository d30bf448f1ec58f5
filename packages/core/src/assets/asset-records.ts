import type { Recorded } from '../events/recorded.ts'
import type { CheckedFilter } from '../filters/asset-filters.ts'
import type { SortPosition } from '../finding/asset-order.ts'
import type { AssetSort } from '../finding/asset-sort.ts'
import type { Enqueueing } from '../jobs/job.ts'
import type { TagChanges } from '../own-data/tags.ts'
import type { Asset, AssetRecord, FailedVariant, Variant } from './asset.ts'
import type { AssetScope } from './asset-scope.ts'
import type { Inserted, InsertRequest } from './insert-request.ts'
import type { Updated, UpdateRequest } from './update-request.ts'

/** Which asset `get` looks for. An external id is unique in its tenant. */
export type AssetKey =
  | { readonly id: string }
  | { readonly publicFileId: string }
  | { readonly tenant: string; readonly externalId: string }

/**
 * Where a page of a list starts: after a number of assets, or right after a position; or it ends right before a
 * position. No asset need have that position. `belowSeq` is for lists sorted by `-createdAt`: right after the position
 * of that `seq`.
 */
export type ListStart =
  | { readonly offset: number }
  | { readonly belowSeq: number }
  | { readonly after: SortPosition }
  | { readonly before: SortPosition }

/** Which part of which list. */
export interface ListQuery {
  readonly tenant: string
  /** Lists and counts only these. Default: all of the tenant. */
  readonly scope?: AssetScope | null
  /** `false`: the active assets. `true`: the trash. `with`: both. */
  readonly trashed: boolean | 'with'
  /** Lists and counts only these; see `matchesFilter`. Default: all. */
  readonly filter?: CheckedFilter
  /** Default `-createdAt`: by `seq`, newest first. */
  readonly sort?: AssetSort
  /** Where the page starts. */
  readonly from: ListStart
  /** 1 … 1000. */
  readonly limit: number
  /**
   * Who asks. Where lists wait for each other, callers of a tenant take turns. Default: the scope counts as the caller.
   */
  readonly caller?: string
  /** A list that waits for others leaves them when it aborts, and rejects with its reason. */
  readonly signal?: AbortSignal | undefined
}

/** The part of a list asked for, and how many assets the whole list has, both from one snapshot. */
export interface AssetList {
  readonly assets: readonly AssetRecord[]
  /** Number of assets in the whole list. */
  readonly total: number
}

/** What a tenant has stored. */
export interface TenantUsage {
  /** Live and trashed: what `InsertRequest.quota` limits. */
  readonly assets: number
  /** Bytes of originals and variants, live and trashed: what `InsertRequest.quota` limits. */
  readonly bytes: number
}

/** What a part of a tenant has stored. */
export interface PartUsage {
  /** Active assets. */
  readonly assets: number
  /** Bytes of originals and variants of the active assets. */
  readonly bytes: number
  readonly trashedAssets: number
  readonly trashedBytes: number
}

/** A tenant by name, and what it has stored. */
export interface TenantEntry extends PartUsage {
  readonly tenant: string
}

/** What `purge` deleted. */
export interface Purged {
  /** The records as they were, in the order given, or the longest trashed first. */
  readonly assets: readonly Asset[]
  /** Whether a hold is in force: their blobs must then stay until `blobs.claim` gives them out. */
  readonly held: boolean
  /** Blob keys of the versions that went with them. Absent: they had none. */
  readonly versionKeys?: readonly string[]
}

/** Assets of one tenant. */
export interface IdsRequest extends Recorded, Enqueueing {
  readonly tenant: string
  /** Distinct. */
  readonly ids: readonly string[]
  /** Every other asset counts as unknown, also one that was purged. Default: all of the tenant. */
  readonly scope?: AssetScope | null
}

/** Assets of one tenant to change, all or none. */
export interface ChangeRequest extends IdsRequest {
  /**
   * Skips every asset that this filter does not match in the transaction of the change, every unknown one, and every
   * one in the other list. Default: skips none.
   */
  readonly matching?: CheckedFilter
}

/** Variants that give their place to new ones of the same names. */
export interface ReplacedVariants {
  /** Keys that the asset no longer has are skipped. */
  readonly blobKeys: readonly string[]
  /** Milliseconds for which their bytes stay, for readers that hold an older record. Then their claims are due. */
  readonly grace: number
}

/** The records of assets: role `assets` of a `MetadataStore`, whose rules hold for every method. */
export interface AssetRecords {
  /**
   * The commit point of an upload. Gives each asset the tenant's next `seq`, in the order given. Removes the
   * reservations of exactly the blob keys of the assets and their variants.
   *
   * `reservation_lost` when a reservation is missing or claimed. `key_revoked` when the API key is unknown, revoked or
   * expired. `quota_exceeded` (`context.limit`, `context.of`). `invalid_argument` when an `id`, `publicFileId` or
   * `externalId` is taken. `folder_not_found` when an asset's `folderId` names no folder of the tenant within `scope`.
   *
   * With `ticket`, takes the files and their bytes, without their variants, off what the ticket has left.
   * `ticket_revoked` when it is unknown, another tenant's or revoked; `ticket_exhausted` (`context.filesLeft`,
   * `context.bytesLeft`) when it no longer allows that much. Its expiry does not matter here.
   *
   * With `idempotency` and an unexpired record of that key, it stores nothing: it resolves to `replayOf` for the same
   * digest, and is `idempotency_conflict` for another. It refuses a revoked key or ticket before that. It checks what a
   * ticket has left, folders, then the quota after that. A replay counts toward nothing.
   *
   * With `onDuplicate: 'return'`, an asset is not stored when an active, `ready` one with the same `sha256` exists; the
   * oldest of these becomes its `duplicateOf`. An earlier one of the same request counts too. The duplicate counts
   * toward nothing, and its reservations stay. With `refuse`, such an asset is `duplicate` (`context.index`,
   * `context.id`: `null` for an earlier one of the request), and nothing is stored. This is decided right after a
   * replay.
   *
   * With `upload`, that upload is done with this asset, or with its duplicate, in which case its ticket gets back what
   * it took. `upload_locked` unless it is finishing and this is its last holder. Other unfinished uploads count against
   * the quota of every insert, as `UploadRecords` says.
   *
   * `external_id_taken` (`context.index`, `context.id`: `null` when out of `duplicatesOf`, or of the request itself)
   * when another asset of the tenant, trashed or not, has the `externalId` of one that would be stored.
   */
  insert(request: InsertRequest): Promise<Inserted>
  /** The record, trashed or not; by `id` or `publicFileId` of any tenant. `null` when there is none. */
  get(by: AssetKey): Promise<AssetRecord | null>
  /**
   * Lists in the order of `sort`, also the page before a position. Without filter and sort, the cost does not grow with
   * the size of the list or the depth of the page, not even with a `scope`.
   */
  list(query: ListQuery): Promise<AssetList>
  /**
   * Changes an active asset; resolves to the record as it is then. `updatedAt` becomes now only when
   * something differs. `status` moves only from `processing`, otherwise it is left as it is.
   * `asset_not_found` when unknown, another tenant's, out of `scope`, or trashed (a `status` alone also reaches
   * trashed ones). `folder_not_found` when `folderId` changes and names no folder within `scope`.
   *
   * With `ifMatch`, an asset that is found is `changed_meanwhile` unless one of these is its `revisionOf`, even when
   * nothing would differ. So is one whose content is not that of `sha256`. The transaction that changes the asset
   * decides.
   */
  update(request: UpdateRequest): Promise<Updated>
  /**
   * Moves active assets into a folder, or out of all (`null`), all or none. Those already there stay untouched.
   * Resolves to the records that moved, in the order given. `folder_not_found`; `asset_not_found` with `context.ids`
   * in the order given, also for those in the trash.
   */
  move(request: ChangeRequest & { readonly folderId: string | null }): Promise<readonly Asset[]>
  /**
   * Removes tags from active assets, whatever their case, then adds others at the end, all or none. An asset that has a
   * tag in another case keeps it as it is. No tag may be in `add` and `remove`. Resolves to the records that changed,
   * in the order given. `asset_not_found` with `context.ids` in the order given, also for those in the trash;
   * `too_many_tags` with `context.ids` of those that would have more than `context.limit`.
   */
  tag(request: ChangeRequest & Required<TagChanges>): Promise<readonly Asset[]>
  /**
   * Marks active assets as favourites, or removes the mark, all or none. Those that need no change stay untouched.
   * Resolves to the records that changed, in the order given. `asset_not_found` with `context.ids` in the order given,
   * also for those in the trash.
   */
  setFavourite(
    request: ChangeRequest & { readonly isFavourite: boolean },
  ): Promise<readonly Asset[]>
  /**
   * Ends the pending state of active assets, which then stay, all or none. Resolves to the records that were pending,
   * in the order given, as they are now; `updatedAt` stays. `asset_not_found` with `context.ids` in the order given,
   * also for those in the trash.
   */
  keep(request: IdsRequest): Promise<readonly Asset[]>
  /**
   * Adds variants to an active asset; these no longer count as failed. Names in `failed` replace the record's entries
   * of those names. Removes the reservations of the variants' blob keys; `reservation_lost` when one is missing or
   * claimed. `updatedAt` stays. `asset_not_found` when unknown, another tenant's, or trashed. `invalid_argument` when
   * the asset has a variant of that name, unless `replaces` has its key. `changed_meanwhile` when the original is no
   * longer the blob `madeOf`.
   */
  addVariants(
    request: Recorded &
      Enqueueing & {
        readonly tenant: string
        readonly id: string
        /** Blob key of the original that the variants were made of. Default: whichever the asset has. */
        readonly madeOf?: string
        /** Default: replaces none. */
        readonly replaces?: ReplacedVariants
        readonly variants: readonly Variant[]
        readonly failed: readonly FailedVariant[]
      },
  ): Promise<Asset>
  /**
   * Removes variants with these blob keys from an asset, trashed or not, and claims the keys, due now. Keys that none
   * of its variants has are skipped. `updatedAt` stays. `asset_not_found` when unknown or another tenant's.
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
  setTrashed(
    request: ChangeRequest & { readonly to: 'trash' | 'active' },
  ): Promise<readonly Asset[]>
  /**
   * Deletes trashed records for good, and claims their blob keys, due now.
   * Of a tenant's ids: ids purged within the last `doneWithin` count as done. `asset_not_found` with every
   * unknown and every untrashed id in `context.unknown` and `context.untrashed` when any is unknown;
   * `not_trashed` with `context.ids` when all are known and some are not in the trash.
   * `{ trashedFor }`: of any tenant, what was in the trash for longer, at most `limit`, the longest trashed
   * first. Measured at the last trusted sweep (see `sweeps.record`), or now if that is earlier; nothing when
   * there was none. What was dated before the first trusted sweep counts from it: the clock that dated it may have
   * been days behind.
   * `{ expired: true }`: of any tenant, in the trash or not, whose `pendingUntil` has passed, at most `limit`, the
   * longest passed first. Measured likewise; nothing in the first day after the first trusted sweep.
   * Their attachments to owners go with them.
   */
  purge(
    request:
      | (IdsRequest & { readonly doneWithin: number })
      | (Recorded & { readonly trashedFor: number; readonly limit: number })
      | (Recorded & { readonly expired: true; readonly limit: number }),
  ): Promise<Purged>
  /** Records of every tenant, trashed or not, by `id`, those after `afterId`. 1 … 1000 at a time. */
  listAll(query: {
    readonly afterId: string | null
    readonly limit: number
  }): Promise<readonly AssetRecord[]>

  /** What the tenant has stored. All zero for a tenant that nothing was ever stored for. */
  usage(tenant: string): Promise<TenantUsage>
  /**
   * What these parts of a tenant have stored, in the order given, all as of one moment. A part is `''` (the whole
   * tenant), one of `counterKeysOf`, or `VERSIONS`, which has only bytes: those of earlier contents. All zero for a
   * part that has nothing. 0 … 1000 parts; the cost does not grow with what they have.
   */
  usageOf(query: {
    readonly tenant: string
    readonly parts: readonly string[]
  }): Promise<readonly PartUsage[]>
  /**
   * 32 hexadecimal digits that no client learns, the same in every process for as long as the tenant exists. They hide
   * the positions of its lists in cursors. `null` for a tenant that nothing was ever stored for.
   */
  listKey(tenant: string): Promise<string | null>
  /**
   * The tenants that an asset was ever stored for, by name (in the order of code points), after that name. 1 … 1000.
   */
  listTenants(query: {
    readonly after: string | null
    readonly limit: number
  }): Promise<readonly TenantEntry[]>
}
