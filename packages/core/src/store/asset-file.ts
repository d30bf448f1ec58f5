import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Asset, Variant } from '../asset/asset.ts'
import { StowageError } from '../errors/stowage-error.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import type { ByteRange } from '../ports/staging.ts'
import type { AssetFile, ReadOptions } from './asset-store.ts'

/** Opens the original or a variant of a record. `file_not_found` unless it is active and `ready`. */
export async function openAssetFile(
  blobs: BlobStore,
  asset: Asset,
  { range, variant, signal }: ReadOptions,
): Promise<AssetFile> {
  const file = servedFile(asset, variant)
  if (file === undefined) {
    throw new StowageError('file_not_found', 'This asset has no file to serve under that name.')
  }
  const { blobKey, mimeType, size, sha256 } = file
  const window = windowOf(size, range)
  const body = await blobs.read(blobKey, { range: window, ...(signal && { signal }) })
  return {
    asset,
    mimeType,
    size,
    sha256,
    range: window,
    body,
    stream: () => (body instanceof Readable ? body : Readable.from([body], { objectMode: false })),
    bytes: async () => (body instanceof Readable ? buffer(body) : body),
  }
}

function windowOf(size: number, range: ByteRange | undefined): ByteRange {
  const { start, end } = range ?? { start: 0, end: size }
  if (Number.isSafeInteger(start) && start >= 0 && start <= end && end <= size)
    return { start, end }
  throw new StowageError('range_not_satisfiable', `The range does not lie within ${size} bytes.`, {
    context: { size },
  })
}

function servedFile(asset: Asset, variant: string | undefined): Asset | Variant | undefined {
  if (asset.trashedAt !== null || asset.status !== 'ready') return undefined
  if (variant === undefined) return asset
  return asset.variants.find(({ name }) => name === variant)
}
