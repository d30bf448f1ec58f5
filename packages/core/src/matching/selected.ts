import type { Asset } from '../assets/asset.ts'
import type { CallOptions } from '../options/call-options.ts'
import type { TagChanges } from '../own-data/tags.ts'

/**
 * Active assets selected by id. Each call changes all of them or none, in one transaction. It rejects with
 * `asset_not_found` (`context.ids`), also for assets in the trash, and with `too_many_ids`.
 */
export interface SelectedAssets {
  /** Moves them into a folder, or out of all folders (`null`). Resolves to those that moved. `folder_not_found`. */
  move(folderId: string | null, options?: CallOptions): Promise<readonly Asset[]>
  /**
   * Removes tags from them and adds others. Resolves to those that changed. Tags that differ only by case are the same;
   * an asset keeps the spelling that it has. `too_many_tags` with the `context.ids` of assets that would have more than
   * 100.
   */
  tag(changes: TagChanges, options?: CallOptions): Promise<readonly Asset[]>
  /** Marks them as favourites, or removes the mark. Resolves to those that changed. */
  setFavourite(isFavourite: boolean, options?: CallOptions): Promise<readonly Asset[]>
  /**
   * Ends the pending state of assets, which then stay. Resolves to those that were pending. Emits `asset.kept` for
   * each; `updatedAt` does not change.
   */
  keep(options?: CallOptions): Promise<readonly Asset[]>
}
