import type { Asset } from '../assets/asset.ts'
import type { AssetScope } from '../assets/asset-scope.ts'
import type { Recorded } from '../events/recorded.ts'
import type { Folder, FolderUsage } from './folder.ts'

/** A folder to store: the port adds its times, its path, and the scope that it belongs to. */
export interface NewFolder extends Recorded {
  readonly id: string
  readonly tenant: string
  /** As `text/file-name.ts` cleans it. */
  readonly name: string
  readonly parentId: string | null
  /** The scope of a folder at the top; `parentId` must be within it. Default: the whole tenant. */
  readonly scope?: AssetScope | null
}

/** One folder of one tenant. */
export interface FolderRequest {
  readonly tenant: string
  readonly id: string
  /** Every other folder counts as unknown. Default: all of the tenant. */
  readonly scope?: AssetScope | null
}

/** One folder, as it must be for the change. */
export interface FolderChangeRequest extends FolderRequest, Recorded {
  /**
   * `changed_meanwhile` unless one of these is the `revisionOf` the folder that is found; the transaction of the change
   * decides. Default: whatever its revision.
   */
  readonly ifMatch?: readonly string[]
}

/** Which part of which list. */
export interface FolderQuery {
  readonly tenant: string
  /** Lists and counts only these. Default: all of the tenant. */
  readonly scope?: AssetScope | null
  /** Those directly in this folder; `null`: those at the top. Default: all. */
  readonly parentId?: string | null
  readonly offset: number
  /** 1 … 1000. */
  readonly limit: number
}

/** The part of a list asked for, and how many folders the whole list has, both from one snapshot. */
export interface FolderList {
  readonly folders: readonly Folder[]
  /** Number of folders in the whole list. */
  readonly total: number
}

/** What `update` made of a folder. */
export interface UpdatedFolder {
  /** The folder as it is now. */
  readonly folder: Folder
  /** Whether anything differs from before. */
  readonly changed: boolean
}

/** What one call of `delete` did. */
export interface DeletedFolders {
  /** Whether the folder is gone. Otherwise it holds more than one call takes: call again. */
  readonly done: boolean
  /** The folders as they were, each before those in it. */
  readonly folders: readonly Folder[]
  /** Assets that are no longer in a folder, and otherwise stay where they were, in the trash or not. */
  readonly detached: readonly Asset[]
  /** Assets that were moved to the trash. They are no longer in a folder either. */
  readonly trashed: readonly Asset[]
}

/**
 * The folders: role `folders` of a `MetadataStore`, whose rules hold for every method. Two siblings have the
 * same name when their `siblingKey` is the same. Siblings are sorted by `nameKey`, then by `id`.
 *
 * Each rule holds at every commit: a folder's parent exists, no folder is inside itself, none is deeper than
 * `MAX_FOLDER_DEPTH`, no two siblings of one `createdBy` have the same sibling key, and every asset, in the trash too,
 * is in a folder that exists or in none.
 */
export interface FolderRecords {
  /**
   * Stores a new folder, made now. Its `createdBy` is that of its parent; at the top that of the scope, `null` without
   * one. `folder_not_found` (the parent), `folder_exists` (`context.id` of the other), `folder_too_deep`.
   * `invalid_argument` when its id is taken.
   */
  create(folder: NewFolder): Promise<Folder>
  /** `null` when unknown, another tenant's, or out of `scope`. */
  get(request: FolderRequest): Promise<Folder | null>
  /** Sorted by name. No folders when `parentId` is unknown. */
  list(query: FolderQuery): Promise<FolderList>
  /**
   * What is directly in each folder that exists, by id, in the order given. Within a `scope`, only its assets are
   * counted.
   */
  usage(request: {
    readonly tenant: string
    readonly ids: readonly string[]
    readonly scope?: AssetScope | null
  }): Promise<ReadonlyMap<string, FolderUsage>>
  /**
   * Renames or moves a folder. `updatedAt` becomes now only when something differs; that of the folders in it stays.
   * With a parent of another `createdBy`, the folder and all folders in it take that over; at the top they keep theirs.
   * `folder_not_found` (the folder or its new parent), `folder_cycle`, `folder_too_deep` (also of the deepest folder in
   * it), `folder_exists` (`context.id` of the other).
   */
  update(
    request: FolderChangeRequest & {
      readonly changes: { readonly name?: string; readonly parentId?: string | null }
    },
  ): Promise<UpdatedFolder>
  /**
   * Deletes a folder, and with `assets` all folders in it, from the lowest up: at most `FOLDER_STEP` folders in one
   * call, and at most as many assets taken out of them. No asset, in the trash or not, stays in a deleted folder.
   * `detach`: active assets stay active. `trash`: they are moved to the trash as `setTrashed` does. Assets out of
   * `scope` are only detached. `updatedAt` of these assets becomes now.
   *
   * `folder_not_found`. `folder_not_empty` without `assets`, when it holds folders, or active assets of the scope.
   */
  delete(
    request: FolderChangeRequest & { readonly assets?: 'detach' | 'trash' },
  ): Promise<DeletedFolders>
}
