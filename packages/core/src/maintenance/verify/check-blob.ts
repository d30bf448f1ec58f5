import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Asset } from '../../assets/asset.ts'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { isStowageError } from '../../errors/stowage-error.ts'
import { chunksOf } from '../../staging/upload-source.ts'
import type { VersionRecord } from '../../versions/asset-version.ts'
import type { BlobFault, FileOfRecord } from './problem.ts'

/** A file of a record, and what its blob must be. */
export interface ExpectedFile extends FileOfRecord {
  /** Bytes. */
  readonly size: number
  /** Lower-case hex. */
  readonly sha256: string
}

/** The original and the variants of a record. */
export function filesOf({ tenant, id, blobKey, size, sha256, variants }: Asset): ExpectedFile[] {
  const owner = { tenant, assetId: id }
  return [
    { ...owner, variant: null, blobKey, size, sha256 },
    ...variants.map((variant) => ({
      ...owner,
      variant: variant.name,
      blobKey: variant.blobKey,
      size: variant.size,
      sha256: variant.sha256,
    })),
  ]
}

/** The file of a version. */
export function fileOfVersion(version: VersionRecord): ExpectedFile {
  const { tenant, assetId, id, blobKey, size, sha256 } = version
  return { tenant, assetId, variant: null, version: id, blobKey, size, sha256 }
}

/**
 * The fault of a file's blob; `null` when it has none. Checks its size, and with `checksums` every byte.
 * Rejects only with the reason of the signal.
 */
export async function checkBlob(
  blobs: BlobStore,
  { blobKey, size, sha256 }: Pick<ExpectedFile, 'blobKey' | 'size' | 'sha256'>,
  { checksums, signal }: { readonly checksums: boolean; readonly signal?: AbortSignal | undefined },
): Promise<BlobFault | null> {
  signal?.throwIfAborted()
  try {
    const stat = await blobs.stat(blobKey)
    if (stat === null) return { kind: 'missing' }
    if (stat.size !== size) return { kind: 'wrong_size', expected: size, actual: stat.size }
    if (!checksums) return null
    const body = await blobs.read(blobKey, signal === undefined ? {} : { signal })
    const hash = createHash('sha256')
    const chunks = body instanceof Readable ? chunksOf(body, signal) : [body]
    for await (const chunk of chunks) hash.update(chunk)
    const actual = hash.digest('hex')
    return actual === sha256 ? null : { kind: 'wrong_checksum', expected: sha256, actual }
  } catch (error) {
    signal?.throwIfAborted()
    if (isStowageError(error, 'blob_not_found')) return { kind: 'missing' }
    return { kind: 'unreadable', error }
  }
}
