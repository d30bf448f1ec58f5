import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { blobAsFile } from '../../blobs/blob-as-file.ts'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { blobDamaged } from '../../errors/blob-errors.ts'
import type { StagedFile } from '../../staging/staging.ts'
import { chunksOf } from '../../staging/upload-source.ts'

/**
 * A stored blob as a file to put elsewhere. Its stream fails at the end with `blob_damaged` when the bytes differ from
 * the record.
 */
export function checkedCopy(
  blobs: BlobStore,
  file: { readonly blobKey: string; readonly size: number; readonly sha256: string },
): StagedFile {
  const source = blobAsFile(blobs, file)

  async function* checked(): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256')
    for await (const chunk of chunksOf(source.stream(), undefined)) {
      hash.update(chunk)
      yield chunk
    }
    if (hash.digest('hex') === file.sha256) return
    throw blobDamaged('The stored file is not the one of its record.', undefined)
  }

  return { ...source, stream: () => Readable.from(checked(), { objectMode: false }) }
}
