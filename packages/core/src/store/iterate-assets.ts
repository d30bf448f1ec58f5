import type { ListOptions } from '../asset-store/asset-store.ts'
import { requireFlag, requireOptions } from '../asset-store/call-options.ts'
import type { Asset } from '../model/asset.ts'
import type { Engine } from './engine.ts'

const BATCH = 256

/** `AssetStore.iterate` of one tenant. */
export async function* iterateAssets(
  { metadata, assertOpen }: Pick<Engine, 'metadata' | 'assertOpen'>,
  tenant: string,
  options: Pick<ListOptions, 'trashed' | 'signal'>,
): AsyncGenerator<Asset, void, undefined> {
  const { trashed = false, signal } = requireOptions(options)
  requireFlag('trashed', trashed)
  let belowSeq = Number.MAX_SAFE_INTEGER
  while (true) {
    signal?.throwIfAborted()
    assertOpen()
    const { assets } = await metadata.assets.list({
      tenant,
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
