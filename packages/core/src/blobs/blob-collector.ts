import { blobKeysOf } from '../assets/asset.ts'
import type { Purged } from '../assets/asset-records.ts'
import type { PurgeOptions } from '../assets/purge-options.ts'
import { closeGrace } from '../async/close-grace.ts'
import { isStowageError, StowageError } from '../errors/stowage-error.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { BlobCache } from './blob-cache.ts'
import type { BlobStore } from './blob-store.ts'
import { createDeleteClaimed, type Deletion } from './delete-claimed.ts'
import { createDeletionQueue } from './deletion-queue.ts'

interface BlobCollectorOptions {
  readonly metadata: MetadataStore
  readonly blobs: BlobStore
  /** Milliseconds. */
  readonly grace: number
  readonly cache: BlobCache
  /** Aborts when the store closes. */
  readonly closing: AbortSignal
  readonly onError: (error: unknown) => void
}

/** The only code that deletes the blobs of a store: always claim, delete, record, in this order. */
export interface BlobCollector {
  /**
   * Deletes the blobs of a write that stored no record, unless `error` says that the outcome of the commit is
   * unknown. One attempt; never rejects: the sweep deletes what fails here.
   */
  rollback(keys: readonly string[], error?: unknown): Promise<void>
  /**
   * Ends a committed purge: deletes the bytes in the background. Resolves at once, or with `deleted` when
   * they are gone; `unavailable` when they could not be deleted now.
   */
  completePurge(purged: Purged, bytes: PurgeOptions['bytes']): Promise<void>
  /** Deletes blobs whose keys are claimed, with more attempts. Resolves to how many may still be there. */
  deleteNow(keys: readonly string[]): Promise<number>
  /** One attempt for keys that the caller has claimed. Resolves to the remaining ones. */
  deleteDue(keys: readonly string[]): Promise<Deletion>
  /** Resolves when no deletion is under way: at most 500 ms after `closing`, plus a commit. */
  idle(): Promise<void>
}

export function createBlobCollector(options: BlobCollectorOptions): BlobCollector {
  const { metadata, cache, closing, onError } = options
  const deleteClaimed = createDeleteClaimed(options)
  const queue = createDeletionQueue({ deleteClaimed, closing, onError })

  return {
    async rollback(keys, error) {
      // Only the sweep can decide, once the reservation has lapsed or is gone.
      if (keys.length === 0 || isStowageError(error, 'outcome_unknown')) return
      const { signal, end } = closeGrace(closing)
      try {
        const claimed = await metadata.blobs.claim({ keys })
        // Lost reservations may be forgotten already, and no record will ever hold these blobs.
        const unused = isStowageError(error, 'reservation_lost') ? keys : claimed
        await deleteClaimed({ keys: unused, attempts: 1, signal })
      } catch (failure) {
        onError(failure)
      } finally {
        end()
      }
    },

    async completePurge({ assets, held, versionKeys = [] }, bytes) {
      cache.forget(versionKeys)
      const keys = [...assets.flatMap(blobKeysOf), ...versionKeys]
      if (bytes === 'deleted') {
        if (held) throw notDeleted('deletions are paused')
        if ((await queue.add(keys)) > 0) throw notDeleted('the storage did not delete all of them')
      } else if (!held) {
        void queue.add(keys, { ifRoom: true })
      }
    },

    deleteNow: (keys) => queue.add(keys),

    async deleteDue(keys) {
      const { signal, end } = closeGrace(closing)
      try {
        return await deleteClaimed({ keys, attempts: 1, signal })
      } finally {
        end()
      }
    },

    idle: () => queue.idle(),
  }
}

function notDeleted(why: string): StowageError {
  return new StowageError(
    'unavailable',
    `The assets are purged, but their bytes are not deleted yet: ${why}. A sweep deletes them.`,
  )
}
