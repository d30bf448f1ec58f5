import type { BlobStore } from '../blobs/blob-store.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'

/** Milliseconds that nobody has written to a file that no record knows. A writer may be about to record it. */
const UNKNOWN_FOR = 24 * 3_600_000

/**
 * Deletes bytes of uploads that no record knows, or with `keep` only looks for them. Resolves to the number of files; 0
 * when the blob store keeps no pieces.
 */
export async function sweepPieces(
  { blobs, metadata }: { readonly blobs: BlobStore; readonly metadata: MetadataStore },
  { keep, signal }: { readonly keep?: boolean; readonly signal: AbortSignal },
): Promise<number> {
  if (blobs.pieces === undefined) return 0
  return blobs.pieces.sweep({
    olderThan: UNKNOWN_FOR,
    filterUnknown: (names) => metadata.uploads.filterUnknown(names),
    ...(keep !== undefined && { keep }),
    signal,
  })
}
