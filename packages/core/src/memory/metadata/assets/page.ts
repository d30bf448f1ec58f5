import type { AssetRecord } from '../../../assets/asset.ts'
import type { AssetList, ListQuery } from '../../../assets/asset-records.ts'
import { matchesFilter } from '../../../filters/matches-filter.ts'
import {
  comparePositions,
  DEFAULT_SORT,
  positionOf,
  type SortPosition,
} from '../../../finding/asset-order.ts'

/** `AssetRecords.list` over these assets. `tree` has the ids of the folders that `filter.folderTree` names. */
export function pageOf(
  assets: readonly AssetRecord[],
  { trashed, filter = {}, sort = DEFAULT_SORT, from, limit }: Omit<ListQuery, 'tenant' | 'scope'>,
  tree: ReadonlySet<string> = new Set(),
): AssetList {
  const compare = comparePositions(sort)
  const list = assets
    .filter(({ trashedAt }) => trashed === 'with' || (trashedAt !== null) === trashed)
    .filter((asset) => matchesFilter(asset, filter, tree))
    .map((asset) => ({ asset, position: positionOf(asset, sort) }))
    .sort((a, b) => compare(a.position, b.position))
  const isAfter = (place: SortPosition) => list.filter((each) => compare(each.position, place) > 0)
  const page = (): typeof list => {
    if ('offset' in from) return list.slice(from.offset, from.offset + limit)
    if ('belowSeq' in from) return isAfter({ value: null, seq: from.belowSeq }).slice(0, limit)
    if ('after' in from) return isAfter(from.after).slice(0, limit)
    return list.filter((each) => compare(each.position, from.before) < 0).slice(-limit)
  }
  return { assets: page().map(({ asset }) => asset), total: list.length }
}
