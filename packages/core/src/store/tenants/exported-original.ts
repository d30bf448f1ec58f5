import type { FileHandle } from 'node:fs/promises'
import { isUint8Array } from 'node:util/types'
import { originalDamaged } from '../../errors/blob-errors.ts'
import { isStowageError } from '../../errors/stowage-error.ts'
import type { Asset } from '../../model/assets/asset.ts'
import type { StoreCore } from '../opening/store-core.ts'

type Body = Awaited<ReturnType<StoreCore['blobs']['read']>>

/**
 * The file of the asset, and the record that it belongs to: another than was listed when its content was replaced since
 * and the old one is gone. `null` when the asset was purged since. `blob_damaged` when its file is missing.
 */
export async function openOriginal(
  { blobs, metadata }: StoreCore,
  listed: Asset,
  signal: AbortSignal,
): Promise<{ readonly asset: Asset; readonly body: Body } | null> {
  let asset = listed
  for (;;) {
    try {
      return { asset, body: await blobs.read(asset.blobKey, { signal }) }
    } catch (error) {
      if (!isStowageError(error, 'blob_not_found')) throw error
      const now = await metadata.assets.get({ id: asset.id })
      if (now === null) return null
      if (now.blobKey === asset.blobKey) throw originalDamaged(asset.id, 'is missing', error)
      asset = now
    }
  }
}

/** Appends the bytes. `blob_damaged` unless they are as many as the record says. */
export async function writeOriginal(
  target: FileHandle,
  body: Body,
  { id, size }: Asset,
): Promise<void> {
  let written = 0
  for await (const chunk of isUint8Array(body) ? [body] : body) {
    const bytes = chunk as Uint8Array
    await target.appendFile(bytes)
    written += bytes.byteLength
  }
  // An archive with another length would be read wrongly from here on.
  if (written !== size) throw originalDamaged(id, `has ${written} bytes, not ${size}`)
}
