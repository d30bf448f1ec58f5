import { requireText } from '../arguments/require-text.ts'
import { Semaphore, type SemaphoreOptions } from '../async/semaphore.ts'
import { requireOptions } from '../options/call-options.ts'
import { ownDataIn } from '../own-data/own-data.ts'
import { CopiedSource } from '../staging/source-in-turn.ts'
import type { AssetStore } from '../store/asset-store.ts'
import { CALLS } from '../store/known-options.ts'
import type { CopyAssetOptions } from '../versions/content-options.ts'
import type { Asset } from './asset.ts'

/**
 * Files that are read at once for copies: as many as Node has file threads. Each needs a descriptor besides that of its
 * copy.
 */
const places = new Semaphore(4)

/** `AssetStore.copy` of one view: an ordinary upload of bytes that the store has. */
export async function copyAsset(
  store: Pick<AssetStore, 'get' | 'read' | 'upload'>,
  id: string,
  options: CopyAssetOptions,
): Promise<Asset> {
  requireText('id', id)
  const { name, folderId, ...others } = requireOptions(CALLS.copy, options)
  const signal = others.signal === undefined ? {} : { signal: others.signal }
  const asset = await store.get(id, signal)
  const { sha256, size } = asset
  const bytes = new CopiedSource((turn) => chunksOf(store, asset, { turn, ...signal }))
  return store.upload(bytes, {
    ...others,
    name: name ?? asset.name,
    folderId: folderId === undefined ? asset.folderId : folderId,
    expectedBytes: size,
    onDuplicate: 'store',
    sha256,
    ...ownDataIn(asset),
  })
}

/** The bytes of the asset, opened once it is their turn. */
async function* chunksOf(
  store: Pick<AssetStore, 'read'>,
  asset: Asset,
  { turn, ...options }: { readonly turn: SemaphoreOptions['turn']; readonly signal?: AbortSignal },
): AsyncGenerator<Uint8Array> {
  await places.take({ turn, ...options })
  try {
    yield* (await store.read(asset, options)).stream()
  } finally {
    places.give(turn)
  }
}
