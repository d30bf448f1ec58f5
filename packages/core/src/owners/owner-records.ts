import type { Asset } from '../assets/asset.ts'
import type { IdsRequest, Purged } from '../assets/asset-records.ts'
import type { AssetScope } from '../assets/asset-scope.ts'
import type { Recorded } from '../events/recorded.ts'
import type { Attachment, Owner, OwnerField, UnownedFate } from './owner.ts'

/** Assets, and a field of an owner. */
export interface OwnerFieldRequest extends IdsRequest {
  readonly owner: Required<OwnerField>
  /**
   * For `attach` and `set`: assets with another `createdBy` count as unknown, unless the field has them already. Default:
   * whoever uploaded them.
   */
  readonly uploadedBy?: string
}

/** A field of an owner of a tenant. */
export interface OwnerFieldQuery {
  readonly tenant: string
  readonly owner: Required<OwnerField>
  /** Every other asset counts as unknown. Default: all of the tenant. */
  readonly scope?: AssetScope | null
}

/** Which owners of an asset. */
export interface OwnersQuery {
  readonly tenant: string
  readonly id: string
  /** Every other asset counts as unknown. Default: all of the tenant. */
  readonly scope?: AssetScope | null
  /** Those after this one. Default `null`: from the first. */
  readonly after: Required<OwnerField> | null
  /** 1 … 1000. */
  readonly limit: number
}

/** Assets, a field of an owner, and what happens to those that no longer belong to any owner. */
export interface OwnerFieldChange extends OwnerFieldRequest {
  readonly unowned: UnownedFate
}

/** What `attach` did. */
export interface AttachedAssets {
  /** The assets of the request as they are now, in the order given. */
  readonly assets: readonly Asset[]
  /** Those of them that the field did not have, in the order given: what an audit trail records. */
  readonly attached: readonly Asset[]
}

/** What a call detached, and what became of it. */
export interface DetachedAssets {
  /** How many attachments it removed. */
  readonly detached: number
  /** Ids of the assets that it detached, each once. */
  readonly assetIds: readonly string[]
  /**
   * Ids of the assets that no longer belong to any owner, in the trash or not. No order is promised for those that were
   * attached at the same time.
   */
  readonly unowned: readonly string[]
  /** Those of them that moved to the trash, as they are now. */
  readonly trashed: readonly Asset[]
  /** Those of them that were deleted for good, as they were. */
  readonly purged: Purged
}

/** The result of a call that found nothing to detach. */
export const NOTHING_DETACHED: DetachedAssets = {
  detached: 0,
  assetIds: [],
  unowned: [],
  trashed: [],
  purged: { assets: [], held: false },
}

/** What `set` did. */
export interface SetField extends DetachedAssets {
  /** The assets of the request as they are now, in the order given. */
  readonly assets: readonly Asset[]
  /** Those of them that the field did not have. */
  readonly attached: readonly Asset[]
}

/**
 * Which assets belong to which records of the app: role `owners` of a `MetadataStore`, whose rules hold for every
 * method.
 */
export interface OwnerRecords {
  /**
   * Attaches active assets to a field of an owner, all or none. They follow those that the field already has, in the
   * order given; one that it already has keeps its position. None of them is pending any longer. `updatedAt` stays.
   *
   * `asset_not_found` with `context.ids` in the order given, also for those in the trash. `too_many_attachments`
   * (`context.limit`) above `MAX_PER_FIELD` or `MAX_PER_OWNER`.
   */
  attach(request: OwnerFieldRequest): Promise<AttachedAssets>
  /**
   * Gives a field exactly these active assets, in the order given, all or nothing. Attaches as `attach` does, and
   * detaches all others within the scope, also those in the trash. Those outside the scope stay, with their `position`;
   * the others take the free positions from 1. Treats what then belongs to no owner as `detachAll` does.
   *
   * Rejects as `attach` does. The limits count what the field has then.
   */
  set(request: OwnerFieldChange): Promise<SetField>
  /**
   * Detaches assets from a field of an owner. Others are skipped. Treats what then belongs to no owner as `detachAll`
   * does.
   */
  detach(request: OwnerFieldChange): Promise<DetachedAssets>
  /**
   * Detaches all assets within the scope from all fields of an owner. Assets that then belong to no owner are moved to
   * the trash or deleted for good, as `unowned` says; those already in the trash can only be deleted. This works as
   * `assets.setTrashed` and `assets.purge` do.
   */
  detachAll(
    request: Recorded & {
      readonly tenant: string
      readonly owner: Owner
      /** Default: all of the tenant. */
      readonly scope?: AssetScope | null
      readonly unowned: UnownedFate
    },
  ): Promise<DetachedAssets>
  /** The active assets of a field, in its order. */
  list(query: OwnerFieldQuery): Promise<readonly Asset[]>
  /** The owners of an asset, in the trash or not, by type, id and field; `null` when the asset is unknown. */
  ownersOf(query: OwnersQuery): Promise<readonly Attachment[] | null>
}
