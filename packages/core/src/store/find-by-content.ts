import type { AssetStore } from '../asset-store/asset-store.ts'
import { type CallOptions, requireOptions } from '../asset-store/call-options.ts'
import { CALLS } from '../asset-store/known-options.ts'
import type { Asset } from '../model/asset.ts'
import { requireFilter } from '../model/checked-filter.ts'
import type { StoreCore } from './store-core.ts'

/** The most assets with the same bytes that are told. */
const LIMIT = 1000

/** `AssetStore.findBySha256` of one tenant or scope. */
export async function findBySha256(
  { calls, metadata }: StoreCore,
  { tenant, scope }: Pick<AssetStore, 'tenant' | 'scope'>,
  sha256: string,
  options: CallOptions,
): Promise<readonly Asset[]> {
  const { signal } = requireOptions(CALLS.findBySha256, options)
  const filter = requireFilter({ sha256: [sha256] })
  const { assets } = await calls.look(
    () =>
      metadata.assets.list({
        tenant,
        scope,
        trashed: false,
        filter,
        sort: 'createdAt',
        from: { offset: 0 },
        limit: LIMIT,
      }),
    signal,
  )
  return assets
}
