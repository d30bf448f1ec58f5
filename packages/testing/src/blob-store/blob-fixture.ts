import type { BlobStore } from '@stowage/core/ports'

/** An empty blob store. */
export interface BlobFixture {
  /** An empty blob store. */
  readonly blobs: BlobStore
  /**
   * Makes the blob of this key one that cannot be deleted, until `dispose`. Absent where nothing but the
   * whole medium can fail: the case of a partial failure then has nothing to show.
   */
  readonly obstruct?: (key: string) => Promise<void>
}
