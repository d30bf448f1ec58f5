import { requireText } from '../arguments/require-text.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import type { Asset } from './asset.ts'

/** The same id or record; `invalid_argument` when it is neither. */
export function requireAssetOrId(asset: Asset | string): Asset | string {
  return typeof asset === 'string' ? requireText('asset', asset) : requireAsset(asset)
}

/** The same record; `invalid_argument` when it is not an asset. */
export function requireAsset(asset: Asset): Asset {
  const { id, blobKey, variants } = Object(asset) as Partial<Asset>
  if (typeof id === 'string' && typeof blobKey === 'string' && Array.isArray(variants)) return asset
  throw invalidArgument('asset', 'asset must be an asset as the store gave it, or its id.')
}
