import type { BlobStore } from '@stowage/core/ports'

/** A blob store that takes files in pieces. */
export type PiecedBlobs = BlobStore & Required<Pick<BlobStore, 'pieces'>>

/** An empty blob store that takes files in pieces. */
export interface PieceFixture {
  /** An empty blob store. */
  readonly blobs: PiecedBlobs
  /** The same store as another process sees it. In memory, where there is none, the store itself. */
  readonly reopen: () => PiecedBlobs
  /** What is left in the medium, blobs apart: names that only a test needs. Absent where nobody can see that. */
  readonly leftovers?: () => Promise<readonly string[]>
}
