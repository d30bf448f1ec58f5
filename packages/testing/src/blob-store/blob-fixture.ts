import type { BlobStore } from '@stowage/core/ports'

/** An empty blob store. */
export interface BlobFixture {
  /** An empty blob store. */
  readonly blobs: BlobStore
  /**
   * Makes this blob impossible to delete, until `dispose`. Absent when only the whole medium can fail: then there is no
   * partial failure to test.
   */
  readonly obstruct?: (key: string) => Promise<void>
}
