import { requireOptions } from '../../asset-store/call-options.ts'
import { CALLS } from '../../asset-store/known-options.ts'
import type { IterateOptions } from '../../asset-store/lists/list-options.ts'
import type { ViewedStore } from '../../asset-store/store-view.ts'
import type { Asset } from '../../model/assets/asset.ts'
import { positionOf } from '../../model/assets/asset-order.ts'
import type { AssetFilter } from '../../model/filters/asset-filters.ts'
import type { ListStart } from '../../ports/asset-records.ts'
import type { StoreCore } from '../opening/store-core.ts'
import { listOf } from './list-assets.ts'

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
    signal?.throwIfAborted()
    calls.assertOpen()
    const { assets } = await metadata.assets.list({ ...list, from, limit: BATCH })
    yield* assets
    const last = assets.at(-1)
    if (last === undefined || assets.length < BATCH) return
    from = { after: positionOf(last, list.sort) }
  }
}
