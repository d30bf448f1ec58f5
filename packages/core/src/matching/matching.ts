import type { Asset } from '../assets/asset.ts'
import type { IterateOptions } from '../finding/list-options.ts'
import type { CallOptions } from '../options/call-options.ts'
import type { TagChanges } from '../own-data/tags.ts'

/** The most assets that one run may change. */
export const MAX_MATCHES = 100_000

/** Options of a change to all matching assets: its conditions, and where it starts. */
export interface ChangeMatchingOptions extends CallOptions {
  /**
   * How many assets should match, as `count` said. When another number matches at the start, the call rejects as
   * `count_changed` (`context.count`) and changes nothing. Default: any number up to 100,000.
   */
  readonly expected?: number
  /**
   * Continues where an earlier run of the same change with the same filter stopped: the `cursor` of its last progress.
   */
  readonly cursor?: string
  /**
   * Called, and awaited, before each step with its assets, at most 500. When it throws, the run ends: these assets and
   * all later ones stay as they are.
   */
  readonly approve?: (assets: readonly Asset[]) => unknown
  /** Called, and awaited, after each step. When it throws, the run ends. */
  readonly onProgress?: (progress: MatchingProgress) => unknown
}

/** How far a run has come. */
export interface MatchingProgress {
  /** Assets looked at, including those of the earlier run that this one continues. */
  readonly done: number
  /** Assets that matched at the start. Some of them may not match any more when their turn comes. */
  readonly total: number
  /** Assets changed, including those of the earlier run that this one continues. */
  readonly changed: number
  /** Where a later run continues if this one ends here. */
  readonly cursor: string
}

/** What a run has changed. */
export interface MatchingChanged {
  /** Number of assets changed, including those of the earlier run that this one continues. */
  readonly changed: number
}

/**
 * All assets that match a filter, to iterate over, or to change without naming them.
 *
 * A run goes through them in insertion order, at most 500 in one transaction. It changes an asset only if the filter
 * still matches in that transaction. Assets uploaded after its start are left alone. When the run is aborted, or the
 * process ends, each step is either done or not; `cursor` continues the run. Each changed asset has its own event.
 *
 * Each change rejects with `too_many_matches` (`context.count`) above 100,000 assets.
 */
export interface MatchingAssets {
  /**
   * Iterates over every asset that `AssetStore.list` would return with this filter, however many, with one page in
   * memory at a time. Assets added meanwhile may be missed. No asset comes twice, unless the value that it is sorted by
   * changes meanwhile.
   */
  iterate(options?: IterateOptions): AsyncIterable<Asset>
  /** Counts the active assets that match; with `trashed`, those in the trash. */
  count(options?: CallOptions & { readonly trashed?: boolean }): Promise<number>
  /** Moves them to the trash. */
  trash(options?: ChangeMatchingOptions): Promise<MatchingChanged>
  /** Moves those in the trash back out of it. */
  restore(options?: ChangeMatchingOptions): Promise<MatchingChanged>
  /**
   * Moves them into a folder, or out of all folders (`null`). `folder_not_found`, also when the folder is deleted
   * meanwhile.
   */
  move(folderId: string | null, options?: ChangeMatchingOptions): Promise<MatchingChanged>
  /**
   * Removes tags from them and adds others. `too_many_tags` when assets of a step would have more than 100
   * (`context.ids`); then no asset of that step changes.
   */
  tag(changes: TagChanges, options?: ChangeMatchingOptions): Promise<MatchingChanged>
  /** Marks them as favourites, or removes the mark. */
  setFavourite(isFavourite: boolean, options?: ChangeMatchingOptions): Promise<MatchingChanged>
}
