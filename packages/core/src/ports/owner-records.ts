import type { Asset } from '../model/asset.ts'
import type { AssetScope } from '../model/asset-scope.ts'
import type { Audited } from '../model/audit-entry.ts'
import type { Attachment, Owner, OwnerField, UnownedFate } from '../model/owner.ts'
import type { IdsRequest, Purged } from './asset-records.ts'

/** Assets, and a field of an owner. */
export interface OwnerFieldRequest extends IdsRequest {
  readonly owner: Required<OwnerField>
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

/** What `attach` did. */
export interface AttachedAssets {
  /** The assets of the request as they are now, in the order given. */
  readonly assets: readonly Asset[]
  /** Those of them that the field did not have, in the order given: what an audit trail notes. */
  readonly attached: readonly Asset[]
}

/** What `detachAll` did. */
export interface DetachedOwner {
  /** How many attachments the owner had. */
  readonly detached: number
  /**
   * Ids of the assets that belong to no owner any more, in the trash or not, in the order in which they were attached. No
   * order is promised of those that were attached at the same time.
   */
  readonly unowned: readonly string[]
  /** Those of them that moved to the trash, as they are now. */
  readonly trashed: readonly Asset[]
  /** Those of them that were deleted for good, as they were. */
  readonly purged: Purged
}

/** Which assets belong to which records of the app: role `owners` of a `MetadataStore`, whose rules hold for every method. */
export interface OwnerRecords {
  /**
   * Attaches active assets to a field of an owner, all or none. They come after those that the field has, in the order
   * given; one that it has stays where it is. From then on none of them is pending. `updatedAt` stays.
   *
   * `asset_not_found` with `context.ids` in the order given, also for those in the trash. `too_many_attachments`
   * (`context.limit`) above `MAX_PER_FIELD` or `MAX_PER_OWNER`.
   */
  attach(request: OwnerFieldRequest): Promise<AttachedAssets>
  /** Takes assets from a field of an owner. Others are passed over. Resolves to how many it took. */
  detach(request: OwnerFieldRequest): Promise<number>
  /**
   * Takes all assets within the scope from all fields of an owner. Assets that belong to no owner then are moved to the
   * trash or deleted for good, as `unowned` says; those that are in the trash already can only be deleted. As
   * `assets.setTrashed` and `assets.purge` do it.
   */
  detachAll(
    request: Audited & {
      readonly tenant: string
      readonly owner: Owner
      /** Default: all of the tenant. */
      readonly scope?: AssetScope | null
      readonly unowned: UnownedFate
    },
  ): Promise<DetachedOwner>
  /** The active assets of a field, in its order. */
  list(query: OwnerFieldQuery): Promise<readonly Asset[]>
  /** The owners of an asset, in the trash or not, by type, id and field; `null` when the asset is unknown. */
  ownersOf(query: OwnersQuery): Promise<readonly Attachment[] | null>
}
