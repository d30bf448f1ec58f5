import type { Folder, FolderUsage } from '../model/folders/folder.ts'
import type { CallOptions } from './call-options.ts'
import type { UpdateOptions } from './update-options.ts'

/** The name of a new folder and where it lies. */
export interface CreateFolderOptions {
  /** A folder name; sanitised as the names of files are, `invalid_argument` when nothing is left of it. */
  readonly name: string
  /** The folder that it lies in. Default `null`: at the top. */
  readonly parentId?: string | null
}

/** What may change in a folder. An absent member stays as it is. */
export interface FolderChanges {
  readonly name?: string
  /** Moves it, with all that is in it; `null`: to the top. */
  readonly parentId?: string | null
}

/** Which folders. */
export interface ListFoldersOptions extends CallOptions {
  /** Those directly in this folder; `null`: those at the top. Default: all of the tenant. */
  readonly parentId?: string | null
  /** From 1. Default 1. */
  readonly page?: number
  /** 1 … 100. Default 100. */
  readonly perPage?: number
}

/** One page of folders, by name, with the exact total of the same moment. */
export interface FolderPage {
  readonly folders: readonly Folder[]
  readonly page: number
  readonly perPage: number
  readonly total: number
  /** At least 1. */
  readonly lastPage: number
}

/** What becomes of the assets of a folder that is deleted with all folders in it. */
export interface DeleteFolderOptions extends UpdateOptions {
  /**
   * `detach`: they lie in no folder any more. `trash`: the active ones are moved to the trash, and lie in no folder.
   * Default: a folder that is not empty is refused as `folder_not_empty`.
   */
  readonly assets?: 'detach' | 'trash'
}

/**
 * The folders of a tenant. A scoped store has those that were made in its scope, and no others exist for it. The whole
 * store has all: a folder goes to the scope of the folder that it is made in or moved into, with all that are in it.
 */
export interface Folders {
  /** `folder_not_found` (the parent), `folder_exists`, `folder_too_deep` below 32 folders. */
  create(options: CreateFolderOptions): Promise<Folder>
  /** `folder_not_found` when unknown or another tenant's. */
  get(id: string, options?: CallOptions): Promise<Folder>
  /** By name, as assets are sorted. */
  list(options?: ListFoldersOptions): Promise<FolderPage>
  /** What lies directly in each of these folders: at most 1000. `folder_not_found` with `context.ids`. */
  usage(ids: readonly string[], options?: CallOptions): Promise<ReadonlyMap<string, FolderUsage>>
  /**
   * Renames or moves. `updatedAt` moves only when something differs. `folder_not_found`, `folder_exists`,
   * `folder_cycle` into itself or below, `folder_too_deep`. With `ifMatch` it is `changed_meanwhile` when another call has
   * renamed or moved it since the caller read it.
   */
  update(id: string, changes: FolderChanges, options?: UpdateOptions): Promise<Folder>
  /**
   * `folder_not_found`, `folder_not_empty`. With `assets` the folder goes with all that are in it: one commit for each 500
   * folders, or assets in them, from the lowest folders up, so that other calls run between. A deletion that is cut off
   * (by its signal, `close` or a crash) leaves the folder with less in it: delete it again. `changed_meanwhile` as `update`,
   * before anything is deleted.
   */
  delete(id: string, options?: DeleteFolderOptions): Promise<void>
}
