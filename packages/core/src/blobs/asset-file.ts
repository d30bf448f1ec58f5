import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { isUint8Array } from 'node:util/types'
import { type Asset, blobKeysOf, type Variant } from '../assets/asset.ts'
import type { AssetFile, ReadOptions } from '../assets/read-options.ts'
import type { Turn } from '../async/turn.ts'
import { blobDamaged, blobNotFound } from '../errors/blob-errors.ts'
import { contentGone } from '../errors/own-data-errors.ts'
import { isStowageError, StowageError } from '../errors/stowage-error.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import { variantOf } from '../variants/variant-of.ts'
import type { BlobCache } from './blob-cache.ts'
import type { BlobStore } from './blob-store.ts'
import { resolveRange } from './byte-range.ts'

/** Opens the original or a variant of a record. `file_not_found` unless it is active and `ready`. */
export async function openAssetFile(
  { blobs, cache }: { readonly blobs: BlobStore; readonly cache: BlobCache },
  asset: Asset,
  { range, variant, signal, turn }: ReadOptions & { readonly turn: Turn },
): Promise<AssetFile> {
  const { blobKey, mimeType, size, sha256 } = servedFile(asset, variant)
  const window = resolveRange(range, size)
  const { start, end } = window
  if (cache.isForgotten(blobKey)) throw blobNotFound()
  const cached = cache.get(blobKey)
  // A copy, so that the caller cannot change it for other readers.
  const body =
    cached === undefined
      ? await readBlob(blobs, blobKey, { range: window, turn, ...(signal && { signal }) })
      : copyOf(cached.subarray(start, end))
  const isNews = cached === undefined && start === 0 && end === size
  if (isNews && isUint8Array(body)) cache.keep(blobKey, body)
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

/** `file_not_found`. */
export function noSuchFile(cause?: unknown): StowageError {
  return new StowageError('file_not_found', 'There is no such file.', { cause })
}

/**
 * The error for callers when reading an asset by this record failed with `error`: a missing blob is damage, unless the
 * asset was purged, or its original or variant replaced, by now.
 */
export async function missingFile(
  error: unknown,
  asset: Asset,
  variant: string | undefined,
  metadata: MetadataStore,
): Promise<unknown> {
  if (!isStowageError(error, 'blob_not_found')) return error
  const now = await metadata.assets.get({ id: asset.id })
  if (now === null) return noSuchFile(error)
  const made = variant === undefined ? undefined : variantOf(asset, variant)
  const keys = blobKeysOf(now)
  const isThere = [asset, made ?? asset].every(({ blobKey }) => keys.includes(blobKey))
  if (!isThere) return contentGone(error)
  return blobDamaged('The stored file of this asset is missing.', error)
}

/** A copy in separate memory; `slice` would clear that memory first. */
function copyOf(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(Buffer.allocUnsafeSlow(bytes.byteLength).buffer)
  copy.set(bytes)
  return copy
}

/** A blob that is shorter than its record says must not pass for a complete one. */
async function readBlob(
  blobs: BlobStore,
  blobKey: string,
  options: Parameters<BlobStore['read']>[1],
): Promise<Uint8Array | Readable> {
  try {
    return await blobs.read(blobKey, options)
  } catch (cause) {
    if (!isStowageError(cause, 'range_not_satisfiable')) throw cause
    throw blobDamaged('The stored file is shorter than its record says.', cause)
  }
}

/** The original or a variant of a record. `file_not_found` unless it is active and `ready`, and has it. */
export function servedFile(asset: Asset, variant: string | undefined): Asset | Variant {
  const isServed = asset.trashedAt === null && asset.status === 'ready'
  const file = variant === undefined ? asset : variantOf(asset, variant)
  if (isServed && file !== undefined) return file
  throw new StowageError('file_not_found', 'This asset has no file to serve under that name.')
}
