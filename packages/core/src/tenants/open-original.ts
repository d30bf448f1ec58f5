import { isUint8Array } from 'node:util/types'
import type { Asset } from '../assets/asset.ts'
import { originalDamaged } from '../errors/blob-errors.ts'
import { isStowageError } from '../errors/stowage-error.ts'
import type { StoreCore } from '../store/opening/store-core.ts'

/** The file of an asset, and the record that it belongs to. */
export interface OpenedOriginal {
  /** Differs from the listed record when its content was replaced since and the old one is gone. */
  readonly asset: Asset
  /** As many bytes as the record says; otherwise `blob_damaged` at the end. */
  readonly bytes: AsyncIterable<Uint8Array>
  /** Closes the file. Needed when the bytes are not read to the end. */
  discard(): void
}

type Body = Awaited<ReturnType<StoreCore['blobs']['read']>>

/** `null` when the asset was purged since it was listed. `blob_damaged` when its file is missing. */
export async function openOriginal(
  { blobs, metadata }: StoreCore,
  listed: Asset,
  signal: AbortSignal,
): Promise<OpenedOriginal | null> {
  let asset = listed
  for (;;) {
    try {
      const body = await blobs.read(asset.blobKey, { signal })
      return {
        asset,
        bytes: wholeBytes(body, asset),
        discard() {
          if (!isUint8Array(body)) body.destroy()
        },
      }
    } catch (error) {
      if (!isStowageError(error, 'blob_not_found')) throw error
      const now = await metadata.assets.get({ id: asset.id })
      if (now === null) return null
      if (now.blobKey === asset.blobKey) throw originalDamaged(asset.id, 'is missing', error)
      asset = now
    }
  }
}

async function* wholeBytes(body: Body, { id, size }: Asset): AsyncGenerator<Uint8Array> {
  let read = 0
  for await (const chunk of isUint8Array(body) ? [body] : body) {
    const bytes = chunk as Uint8Array
    read += bytes.byteLength
    yield bytes
  }
  if (read !== size) throw originalDamaged(id, `has ${read} bytes, not ${size}`)
}
