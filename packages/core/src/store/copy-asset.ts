import type { AssetStore } from '../asset-store/asset-store.ts'
import { requireOptions } from '../asset-store/call-options.ts'
import type { CopyAssetOptions } from '../asset-store/content-options.ts'
import { CALLS } from '../asset-store/known-options.ts'
import { requireText } from '../errors/require-text.ts'
import type { Asset } from '../model/asset.ts'

/** `AssetStore.copy` of one view: an upload like any other, of bytes that the store has. */
export async function copyAsset(
  store: Pick<AssetStore, 'get' | 'read' | 'upload'>,
  id: string,
  options: CopyAssetOptions,
): Promise<Asset> {
  requireText('id', id)
  const { name, folderId, ...others } = requireOptions(CALLS.copy, options)
  const signal = others.signal === undefined ? {} : { signal: others.signal }
  const asset = await store.get(id, signal)
  const file = await store.read(asset, signal)
  const { title, alt, tags, metadata, sha256, size } = asset
  return store.upload(file.stream(), {
    ...others,
    name: name ?? asset.name,
    folderId: folderId === undefined ? asset.folderId : folderId,
    expectedBytes: size,
    onDuplicate: 'store',
    sha256,
    title,
    alt,
    tags,
    metadata,
  })
}
