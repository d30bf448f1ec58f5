import type { UpdateOptions } from '../assets/update-options.ts'
import type { CallOptions } from '../options/call-options.ts'
import type { Folder, FolderUsage } from './folder.ts'

/** The name of a new folder, and its parent. */
export interface CreateFolderOptions {
  /** A folder name, sanitised like a file name; `invalid_argument` when nothing is left of it. */
  readonly name: string
  /** The parent folder. Default `null`: at the top. */
  readonly parentId?: string | null
}

/** What may change in a folder. An absent member stays as it is. */
export interface FolderChanges {
  readonly name?: string
  /** Moves the folder, with everything in it, into this one; `null`: to the top. */
  readonly parentId?: string | null
}

/** Options of `folders.list`: which folders, and which page of them. */
export interface ListFoldersOptions extends CallOptions {
  /** Only those directly in this folder; `null`: only those at the top. Default: all of the tenant. */
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

/** Options of `folders.delete`: what happens to the assets in the folder and in the folders below it. */
export interface DeleteFolderOptions extends UpdateOptions {
  /**
   * `detach`: they are no longer in a folder. `trash`: the active ones also move to the trash. Default: a folder that
   * is not empty is refused as `folder_not_empty`.
   */
  readonly assets?: 'detach' | 'trash'
}

/**
 * The folders of a tenant. A scoped store sees only the folders of its scope; for it, no others exist. The whole store
 * sees all. A folder that is created in another folder, or moved into it, takes over the scope of that folder, as do
 * all folders in it.
 */
export interface Folders {
  /** Creates a folder. `folder_not_found` (the parent), `folder_exists`, `folder_too_deep` beyond 32 levels. */
  create(options: CreateFolderOptions): Promise<Folder>
  /** Finds a folder by its id. `folder_not_found` when it is unknown or another tenant's. */
  get(id: string, options?: CallOptions): Promise<Folder>
  /** Lists one page of folders, sorted by name as assets are. */
  list(options?: ListFoldersOptions): Promise<FolderPage>
  /** Counts what is directly in each of these folders, at most 1000. `folder_not_found` with `context.ids`. */
  usage(ids: readonly string[], options?: CallOptions): Promise<ReadonlyMap<string, FolderUsage>>
  /**
   * Renames or moves a folder. `updatedAt` moves only when something differs. `folder_not_found`, `folder_exists`,
   * `folder_cycle` when the folder would move into itself or below, `folder_too_deep`. With `ifMatch`, rejects as
   * `changed_meanwhile` when another call has renamed or moved the folder since the caller read it.
   */
  update(id: string, changes: FolderChanges, options?: UpdateOptions): Promise<Folder>
  /**
   * Deletes a folder. `folder_not_found`, `folder_not_empty`. With `assets`, it also deletes all folders in it, from
   * the lowest up: each commit takes at most 32 folders, and at most 32 assets out of them, so that other calls run
   * in between. A deletion that is cut off (by its signal, `close` or a crash) leaves the folder with less in it:
   * delete it again. `changed_meanwhile` as for `update`, before anything is deleted.
   */
  delete(id: string, options?: DeleteFolderOptions): Promise<void>
}
