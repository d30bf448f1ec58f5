import type { Asset } from '../../model/assets/asset.ts'
import type { TagChanges } from '../../model/assets/tags.ts'
import type { CallOptions } from '../call-options.ts'
import type { IterateOptions } from './list-options.ts'

/** Assets that one run may change. */
export const MAX_MATCHES = 100_000

/** Under which conditions, and from where, all that matches is changed. */
export interface ChangeMatchingOptions extends CallOptions {
  /**
   * How many assets are expected to match, as `count` said. `count_changed` (`context.count`) when it is another number
   * at the start; nothing is changed then. Default: any number up to 100,000.
   */
  readonly expected?: number
  /** Goes on where an earlier run of the same change by the same filter stopped: `cursor` of its last progress. */
  readonly cursor?: string
  /**
   * Called, and awaited, with the assets of each step before they are changed, at most 500. What it throws ends the run:
   * these assets and those after them stay as they are.
   */
  readonly approve?: (assets: readonly Asset[]) => unknown
  /** Called, and awaited, after each step. What it throws ends the run. */
  readonly onProgress?: (progress: MatchingProgress) => unknown
}

/** How far a run has come. */
export interface MatchingProgress {
  /** Assets looked at, also by the run that the cursor is of. */
  readonly done: number
  /** Assets that matched at the start. Some of them may not match any more when their turn comes. */
  readonly total: number
  /** Assets that were changed, also by the run that the cursor is of. */
  readonly changed: number
  /** Where a later run goes on if this one ends here. */
  readonly cursor: string
}

/** What a run has changed. */
export interface MatchingChanged {
  /** Assets that are other than before, also those of the run that the cursor is of. */
  readonly changed: number
}

/**
 * All assets for which a filter holds, to be walked over, or changed without naming them.
 *
 * A run goes through them in the order of insertion, at most 500 in one transaction. It changes an asset only if the
 * filter still holds in that transaction. Assets uploaded after its start are left alone. When it is aborted, or the
 * process ends, each step is done or not; `cursor` goes on. Events come for each asset.
 *
 * Each change rejects with `too_many_matches` (`context.count`) above 100,000 assets.
 */
export interface MatchingAssets {
  /**
   * Every asset that `AssetStore.list` would give with this filter, however many, a page in memory at a time. Assets added
   * meanwhile may be missed. None comes twice, unless what it is sorted by changes meanwhile.
   */
  iterate(options?: IterateOptions): AsyncIterable<Asset>
  /** How many active assets match; with `trashed` how many in the trash. */
  count(options?: CallOptions & { readonly trashed?: boolean }): Promise<number>
  /** Moves them to the trash. */
  trash(options?: ChangeMatchingOptions): Promise<MatchingChanged>
  /** Moves those in the trash back out of it. */
  restore(options?: ChangeMatchingOptions): Promise<MatchingChanged>
  /** Moves them into a folder, or out of all folders (`null`). `folder_not_found`, also when it is deleted meanwhile. */
  move(folderId: string | null, options?: ChangeMatchingOptions): Promise<MatchingChanged>
  /**
   * Removes tags from them and adds others. `too_many_tags` with `context.ids` of those of the step that would have more
   * than 100; no asset of that step is changed.
   */
  tag(changes: TagChanges, options?: ChangeMatchingOptions): Promise<MatchingChanged>
  /** Marks them as favourites, or no longer. */
  setFavourite(isFavourite: boolean, options?: ChangeMatchingOptions): Promise<MatchingChanged>
}
