import type { AssetStore } from '../asset-store/asset-store.ts'
import { requireFlag, requireOptions } from '../asset-store/call-options.ts'
import { CALLS } from '../asset-store/known-options.ts'
import type { ListOptions } from '../asset-store/list-options.ts'
import type { Asset } from '../model/asset.ts'
import type { Engine } from './engine.ts'

const BATCH = 256

/** `AssetStore.iterate` of one view. */
export async function* iterateAssets(
  { calls, metadata }: Pick<Engine, 'metadata' | 'calls'>,
  { tenant, scope }: Pick<AssetStore, 'tenant' | 'scope'>,
  options: Pick<ListOptions, 'trashed' | 'signal'>,
): AsyncGenerator<Asset, void, undefined> {
  const { trashed = false, signal } = requireOptions(CALLS.iterate, options)
  requireFlag('trashed', trashed)
  let belowSeq = Number.MAX_SAFE_INTEGER
  while (true) {
    signal?.throwIfAborted()
    calls.assertOpen()
    const { assets } = await metadata.assets.list({
      tenant,
      scope,
      trashed,
      from: { belowSeq },
      limit: BATCH,
    })
    yield* assets
    const last = assets.at(-1)
    if (last === undefined || assets.length < BATCH) return
    belowSeq = last.seq
  }
}
