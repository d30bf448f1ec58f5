import type { BlobStore } from '../blobs/blob-store.ts'
import type { RecordsLocation } from '../ports/records-location.ts'
import type { MigratableMetadata } from '../ports/transfer.ts'
import { createMemoryBlobs } from './blobs.ts'
import { createMemoryMetadata } from './metadata/create-memory-metadata.ts'

/**
 * A location for a store in the memory of this process, for tests and for stores that need not outlive it:
 * `openAssetStore(memory())`. A second store at the same location shares the files and has its own records.
 */
export function memory(): {
  readonly records: RecordsLocation<MigratableMetadata>
  readonly files: BlobStore & Required<Pick<BlobStore, 'staging'>>
} {
  return {
    records: { open: async ({ clock } = {}) => createMemoryMetadata(clock ? { clock } : {}) },
    files: createMemoryBlobs(),
  }
}
