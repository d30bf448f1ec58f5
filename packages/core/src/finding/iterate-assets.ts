import type { Asset } from '../assets/asset.ts'
import type { ListQuery, ListStart } from '../assets/asset-records.ts'
import type { ViewedStore } from '../assets/store-view.ts'
import type { AssetFilter } from '../filters/asset-filters.ts'
import { requireOptions } from '../options/call-options.ts'
import { CALLS } from '../store/known-options.ts'
import type { StoreCore } from '../store/opening/store-core.ts'
import { positionOf } from './asset-order.ts'
import { listOf } from './list-assets.ts'
import type { IterateOptions } from './list-options.ts'

const BATCH = 256

/** `MatchingAssets.iterate` of one view. */
export async function* iterateAssets(
  { calls, metadata }: Pick<StoreCore, 'metadata' | 'calls'>,
  view: ViewedStore,
  filter: AssetFilter,
  options: IterateOptions,
): AsyncGenerator<Asset, void, undefined> {
  const { signal } = requireOptions(CALLS.iterate, options)
  // Options may be inherited.
  const list = listOf(view, Object.assign(Object.create(options), { filter }))
  let from: ListStart = { offset: 0 }
  while (true) {
    const query: ListQuery = { ...list, from, limit: BATCH, signal }
    const { assets } = await calls.look(() => metadata.assets.list(query), signal)
    yield* assets
    const last = assets.at(-1)
    if (last === undefined || assets.length < BATCH) return
    from = { after: positionOf(last, list.sort) }
  }
}
