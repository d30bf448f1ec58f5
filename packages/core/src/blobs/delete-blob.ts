import { StowageError } from '../errors/stowage-error.ts'
import type { BlobStore } from './blob-store.ts'

/** Deletes one blob. `unavailable` when it is still there. */
export async function deleteBlob(blobs: BlobStore, key: string): Promise<void> {
  const failed = await blobs.delete([key])
  if (failed.length === 0) return
  throw new StowageError('unavailable', 'The blob could not be deleted.')
}
