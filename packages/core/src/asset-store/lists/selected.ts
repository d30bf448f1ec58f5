import type { Asset } from '../../model/assets/asset.ts'
import type { TagChanges } from '../../model/assets/tags.ts'
import type { CallOptions } from '../call-options.ts'

/**
 * Active assets that are named by their ids, to be changed all or none, in one transaction. Each call rejects with
 * `asset_not_found` (`context.ids`), also for those in the trash, and with `too_many_ids`.
 */
export interface SelectedAssets {
  /** Moves them into a folder, or out of all folders (`null`). Resolves to those that moved. `folder_not_found`. */
  move(folderId: string | null, options?: CallOptions): Promise<readonly Asset[]>
  /**
   * Removes tags from them and adds others. Resolves to those that changed. A tag is the same whatever its case; an asset
   * keeps the spelling that it has. `too_many_tags` with `context.ids` of those that would have more than 100.
   */
  tag(changes: TagChanges, options?: CallOptions): Promise<readonly Asset[]>
  /** Marks them as favourites, or no longer. Resolves to those that changed. */
  setFavourite(isFavourite: boolean, options?: CallOptions): Promise<readonly Asset[]>
  /**
   * Pending ones stay from now on. Resolves to those that were pending. Emits `asset.kept` for each, and `updatedAt`
   * stays.
   */
  keep(options?: CallOptions): Promise<readonly Asset[]>
}
