import { turnOf } from '../async/turn.ts'
import { missingFile, openAssetFile, servedFile } from '../blobs/asset-file.ts'
import type { CallOptions } from '../options/call-options.ts'
import type { AssetStore } from '../store/asset-store.ts'
import { CALLS } from '../store/known-options.ts'
import type { StoreCore } from '../store/opening/store-core.ts'
import { isTraced, startTrace, traced } from '../tracing/trace.ts'
import type { Asset } from './asset.ts'
import { requireAsset, requireAssetOrId } from './asset-argument.ts'
import type { AssetFile, PresignedFileOptions, ReadOptions } from './read-options.ts'
import { requireReadOptions } from './read-options.ts'
import type { ViewedStore } from './store-view.ts'

type ReadableStore = Pick<AssetStore, 'get' | 'variants'> & Pick<ViewedStore, 'trace'>

/** `AssetStore.read` of one tenant. */
export async function readAsset(
  core: StoreCore,
  store: ReadableStore,
  asset: Asset | string,
  options: ReadOptions,
): Promise<AssetFile> {
  requireAssetOrId(asset)
  const { variant = null } = requireReadOptions(CALLS.read, options)
  const { trace: parent = null } = store
  if (!isTraced('read', parent)) return openAsset(core, store, asset, options)
  const [assetId, tenant] = typeof asset === 'string' ? [null, null] : [asset.id, asset.tenant]
  const start = { parent, tenant, assetId, variant, bytes: 0 }
  return traced(startTrace('read', start), async (trace) => {
    const file = await openAsset(core, store, asset, options)
    trace.tenant = file.asset.tenant
    trace.assetId = file.asset.id
    trace.bytes = file.range.end - file.range.start
    return file
  })
}

function openAsset(
  core: StoreCore,
  store: ReadableStore,
  asset: Asset | string,
  options: ReadOptions,
): Promise<AssetFile> {
  const { variant, signal } = options
  return core.calls.look(async () => {
    let record = typeof asset === 'string' ? await recordOf(store, asset, options) : asset
    try {
      record = await servedRecord(core, store, record, variant, options)
      const turn = turnOf({ tenant: record.tenant, caller: core.uploads.caller })
      return await openAssetFile(core, record, { ...options, turn })
    } catch (error) {
      throw await missingFile(error, record, variant, core.metadata)
    }
  }, signal)
}

/** `StoreUrls.presign` of one tenant. */
export async function presignAsset(
  core: StoreCore,
  store: Pick<AssetStore, 'get' | 'variants'>,
  asset: Asset | string,
  options: PresignedFileOptions,
): Promise<string | null> {
  requireAssetOrId(asset)
  const { variant, signal, ...others } = requireReadOptions(CALLS.presign, options)
  const { blobs, calls } = core
  return calls.look(async () => {
    if (blobs.presign === undefined) return null
    const record = await servedRecord(core, store, asset, variant, options)
    const file = servedFile(record, variant)
    return blobs.presign(file.blobKey, { ...others, mimeType: others.mimeType ?? file.mimeType })
  }, signal)
}

async function servedRecord(
  { calls }: StoreCore,
  store: Pick<AssetStore, 'get' | 'variants'>,
  asset: Asset | string,
  variant: string | undefined,
  { signal }: CallOptions,
): Promise<Asset> {
  const options = signal === undefined ? {} : { signal }
  const record =
    variant !== undefined
      ? await store.variants.ensure(asset, variant, options)
      : typeof asset === 'string'
        ? await recordOf(store, asset, options)
        : asset
  signal?.throwIfAborted()
  calls.assertOpen()
  return record
}

function recordOf(
  store: Pick<AssetStore, 'get'>,
  id: string,
  { signal }: CallOptions,
): Promise<Asset> {
  return store.get(id, signal === undefined ? {} : { signal })
}

/** `StoreUrls.locate`. */
export function locateAsset(
  { blobs, calls }: StoreCore,
  asset: Asset,
  options: { variant?: string },
): string | null {
  const { variant } = requireReadOptions(CALLS.locate, options)
  calls.assertOpen()
  const { blobKey } = servedFile(requireAsset(asset), variant)
  return blobs.locate?.(blobKey) ?? null
}
