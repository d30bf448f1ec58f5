import { randomUUID } from 'node:crypto'
import type { BlobStore } from '../ports/blob-store.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { Staging } from '../ports/staging.ts'
import { type Clock, formatTimestamp } from '../timestamp.ts'
import type { SweepReport } from './asset-store.ts'

const BATCH = 500
/** A sweep that dies holds the lease for this long. Renewed with every batch. */
const LEASE = 5 * 60_000_000

/** How long a purged id counts as done, in microseconds: 24 hours. */
export const PURGE_MEMORY: number = 24 * 3600 * 1_000_000

export interface GarbageOptions {
  readonly metadata: MetadataStore
  readonly blobs: BlobStore
  readonly staging: Staging
  readonly clock: Clock
  /** Milliseconds. */
  readonly grace: number
}

/** The only code that deletes blobs: always claim, delete, settle, in this order. */
export interface Garbage {
  /** Deletes the blobs of keys that are reserved or claimed; keys that a record holds are left alone. */
  collect(keys: readonly string[]): Promise<void>
  /** Deletes the blobs of keys that are claimed. */
  remove(claimed: readonly string[]): Promise<void>
  /** Deletes the blobs of all reservations and claims that are due. */
  sweep(signal?: AbortSignal): Promise<SweepReport>
}

export function createGarbage(options: GarbageOptions): Garbage {
  const { metadata, blobs, staging, clock, grace } = options
  const holder = randomUUID()

  async function remove(claimed: readonly string[]): Promise<void> {
    if (claimed.length === 0) return
    await blobs.delete(claimed)
    await metadata.settle(claimed, formatTimestamp(clock() + grace * 1000))
  }

  function lease(duration: number): Promise<boolean> {
    const now = clock()
    return metadata.lease({
      name: 'sweep',
      holder,
      now: formatTimestamp(now),
      until: formatTimestamp(now + duration),
    })
  }

  return {
    remove,

    async collect(keys) {
      if (keys.length > 0) await remove(await metadata.claim({ keys }))
    },

    async sweep(signal) {
      if (!(await lease(LEASE))) return { blobs: 0, stagingFiles: 0, skipped: true }
      try {
        const now = clock()
        let count = 0
        while (true) {
          signal?.throwIfAborted()
          const due = await metadata.claim({ dueAt: formatTimestamp(now), limit: BATCH })
          if (due.length === 0) break
          await remove(due)
          count += due.length
          if (!(await lease(LEASE))) break
        }
        const stagingFiles = await staging.sweep(grace)
        await metadata.forgetPurged(formatTimestamp(now - PURGE_MEMORY))
        return { blobs: count, stagingFiles, skipped: false }
      } finally {
        await lease(0)
      }
    },
  }
}
