import { ASSET_FILTERS, type CheckedFilter } from './asset-filters.ts'
import type { ColumnFilter, FindableAsset } from './filter-entry.ts'

/**
 * Whether the asset matches the filter: the reference that every store must agree with. `tree` has the ids of the
 * filter's `folderTree` and of all folders below it.
 */
export function matchesFilter(
  asset: FindableAsset,
  filter: CheckedFilter,
  tree: ReadonlySet<string> = new Set(),
): boolean {
  return Object.entries(filter).every(([name, wanted]) => {
    const { holds } = ASSET_FILTERS[name as keyof CheckedFilter] as Pick<
      ColumnFilter<unknown>,
      'holds'
    >
    return holds(asset, wanted, tree)
  })
}
