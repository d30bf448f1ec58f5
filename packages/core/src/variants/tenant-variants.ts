import { requireText } from '../arguments/require-text.ts'
import type { Asset } from '../assets/asset.ts'
import { requireAsset, requireAssetOrId } from '../assets/asset-argument.ts'
import type { ViewedStore } from '../assets/store-view.ts'
import { noSuchFile } from '../blobs/asset-file.ts'
import { publicForm } from '../location/public-form.ts'
import { requireOptions } from '../options/call-options.ts'
import type { AssetStore } from '../store/asset-store.ts'
import { CALLS } from '../store/known-options.ts'
import type { StoreCore } from '../store/opening/store-core.ts'
import type { StoreVariants } from './store-variants.ts'

/** `AssetStore.variants` of one tenant. */
export function tenantVariants(
  core: StoreCore,
  store: Pick<AssetStore, 'get'> & Pick<ViewedStore, 'trace'>,
): StoreVariants {
  const { calls, variants } = core
  const { trace = null } = store
  return {
    names: variants.names,
    offers: (asset, name) => variants.offers(requireAsset(asset), requireText('name', name)),
    async ensure(asset, name, options = {}) {
      requireAssetOrId(asset)
      requireText('name', name)
      const { signal } = requireOptions(CALLS.ensureVariant, options)
      signal?.throwIfAborted()
      const record = typeof asset === 'string' ? await store.get(asset, options) : asset
      if (record.trashedAt !== null) throw noSuchFile()
      const demand = (signal: AbortSignal) => variants.demand(record, name, signal, trace)
      return whenReady(record, demand, signal)
    },
    async publicForm(asset, options = {}) {
      requireAssetOrId(asset)
      const { signal } = requireOptions(CALLS.publicForm, options)
      signal?.throwIfAborted()
      const record = typeof asset === 'string' ? await store.get(asset, options) : asset
      if (record.trashedAt !== null) throw noSuchFile()
      return whenReady(record, (signal) => publicForm(core, record, signal), signal)
    },
    async retry(asset, options = {}) {
      requireAssetOrId(asset)
      const { signal } = requireOptions(CALLS.retryVariants, options)
      signal?.throwIfAborted()
      const record = await store.get(typeof asset === 'string' ? asset : asset.id, options)
      return whenReady(record, (signal) => variants.retry(record, signal), signal)
    },
  }

  function whenReady<Result>(
    { status }: Asset,
    work: (signal: AbortSignal) => Promise<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    if (status !== 'ready') throw noSuchFile()
    return calls.run(() => calls.untilClosed(signal, work), signal)
  }
}
