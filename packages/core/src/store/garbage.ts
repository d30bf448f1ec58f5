import { randomUUID } from 'node:crypto'
import { blobKeysOf } from '../asset/asset.ts'
import { type Clock, formatTimestamp, type Micros } from '../asset/timestamp.ts'
import type { BlobCache } from '../blobs/blob-cache.ts'
import { isStowageError } from '../errors/stowage-error.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import type { MetadataStore, Purged } from '../ports/metadata-store.ts'
import type { Staging } from '../ports/staging.ts'
import type { SweepReport } from './asset-store.ts'
import type { EventHub } from './event-hub.ts'
import { createRecordingLimit } from './recording-limit.ts'
import { settled } from './settled.ts'

const BATCH = 500
/** A sweep that dies holds the lease for this long. Renewed with every batch. */
const LEASE = 5 * 60_000_000

/** What could not be deleted is tried again after 10 minutes, in microseconds. */
const RETRY = 10 * 60_000_000

/** How long a purged id counts as done, in microseconds: 24 hours. */
export const PURGE_MEMORY: number = 24 * 3600 * 1_000_000

export interface GarbageOptions {
  readonly metadata: MetadataStore
  readonly blobs: BlobStore
  readonly staging: Staging
  readonly clock: Clock
  /** Milliseconds. */
  readonly grace: number
  /** How long the trash keeps an asset; `null` for ever. */
  readonly retention: Micros | null
  readonly events: EventHub
  readonly cache: BlobCache
  readonly onError: (error: unknown) => void
}

/** The only code that deletes blobs: always claim, delete, settle, in this order. */
export interface Garbage {
  /**
   * Takes the blobs of a write that failed with `error` away, unless nobody knows whether a record holds
   * them. Never rejects: what fails here is left to the sweep.
   */
  undo(keys: readonly string[], error: unknown): Promise<void>
  /**
   * Ends a purge that is committed: takes the blobs away, unless a hold keeps them, and tells of each asset.
   * Resolves when they are gone, without waiting until the database knows it too. Never rejects: what
   * fails here is left to the sweep.
   */
  finish(purged: Purged): Promise<void>
  /** Purges what the trash has kept long enough, and deletes all blobs that are due. A sweep under way is shared. */
  sweep(signal?: AbortSignal): Promise<SweepReport>
}

/** What is done, and will be known to the database. */
interface Recorded {
  readonly recorded: Promise<void>
}

export function createGarbage(options: GarbageOptions): Garbage {
  const { metadata, blobs, staging, clock, grace, retention, events, cache, onError } = options
  const holder = randomUUID()
  const limitRecording = createRecordingLimit(options)
  let sweeping: Promise<SweepReport> | undefined

  /** See `finish`; `recorded` when the database knows it. */
  async function endPurge({ assets, held }: Purged): Promise<Recorded> {
    const keys = assets.flatMap(blobKeysOf)
    cache.forget(keys)
    let recorded = Promise.resolve()
    try {
      if (!held) recorded = (await removeFirst(keys)).recorded.catch(onError)
    } catch (error) {
      onError(error)
    }
    for (const asset of assets) events.emit('asset.purged', { asset })
    return { recorded }
  }

  /** Deletes the blobs of keys that are claimed. */
  async function remove(claimed: readonly string[]): Promise<void> {
    const { recorded } = await removeFirst(claimed)
    await recorded
  }

  async function removeFirst(claimed: readonly string[]): Promise<Recorded> {
    if (claimed.length === 0) return { recorded: Promise.resolve() }
    const { deleted, failed } = await removeBlobs(claimed)
    const now = clock()
    const settling = [metadata.settle({ deleted, again: formatTimestamp(now + grace * 1000) })]
    if (failed.length > 0) {
      const again = formatTimestamp(now + RETRY)
      settling.push(metadata.settle({ deleted: [], failed, again }))
    }
    return { recorded: settled(settling) }
  }

  /** One blob that cannot be deleted must not keep the others from it. */
  async function removeBlobs(keys: readonly string[]) {
    try {
      await blobs.delete(keys)
      return { deleted: keys, failed: [] }
    } catch (error) {
      onError(error)
    }
    const deleted: string[] = []
    const failed: string[] = []
    for (const key of keys) {
      await blobs.delete([key]).then(
        () => deleted.push(key),
        () => failed.push(key),
      )
    }
    return { deleted, failed }
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
    async finish(purged) {
      await endPurge(purged)
    },

    async undo(keys, error) {
      // Only recovery can tell, when the reservation has run out or is gone.
      if (keys.length === 0 || isStowageError(error, 'outcome_unknown')) return
      try {
        await remove(await metadata.claim({ keys }))
        // The reservations ran out and may be forgotten already, and no record will ever hold these.
        if (isStowageError(error, 'reservation_lost')) await blobs.delete(keys)
      } catch (failure) {
        onError(failure)
      }
    },

    sweep(signal) {
      sweeping ??= sweep(signal).finally(() => {
        sweeping = undefined
      })
      return sweeping
    },
  }

  async function sweep(signal: AbortSignal | undefined): Promise<SweepReport> {
    if (!(await lease(LEASE))) {
      // Staging may lie on this machine, where nobody else sweeps it.
      return { purged: 0, blobs: 0, stagingFiles: await staging.sweep(grace), skipped: true }
    }
    try {
      const now = clock()
      const purged = retention === null ? 0 : await sweepTrash(now, now - retention, signal)
      const deleted = await sweepBlobs(now, signal)
      await metadata.forget({
        purgedBefore: formatTimestamp(now - PURGE_MEMORY),
        now: formatTimestamp(now),
      })
      await limitRecording()
      // Last: staging that cannot be swept must not let the database grow.
      const stagingFiles = await staging.sweep(grace)
      return { purged, blobs: deleted, stagingFiles, skipped: false }
    } finally {
      await lease(0)
    }
  }

  function sweepTrash(
    now: Micros,
    trashedBefore: Micros,
    signal: AbortSignal | undefined,
  ): Promise<number> {
    return inBatches(signal, async () => {
      const purged = await metadata.purge({
        trashedBefore: formatTimestamp(trashedBefore),
        limit: BATCH,
        at: formatTimestamp(now),
      })
      const { recorded } = await endPurge(purged)
      await recorded
      return purged.assets.length
    })
  }

  function sweepBlobs(now: Micros, signal: AbortSignal | undefined): Promise<number> {
    return inBatches(signal, async () => {
      const due = await metadata.claim({ dueAt: formatTimestamp(now), limit: BATCH })
      await remove(due)
      return due.length
    })
  }

  /** Until a batch does nothing, or the lease is lost. Resolves to how much all of them did. */
  async function inBatches(
    signal: AbortSignal | undefined,
    batch: () => Promise<number>,
  ): Promise<number> {
    let count = 0
    while (true) {
      signal?.throwIfAborted()
      const done = await batch()
      count += done
      if (done === 0 || !(await lease(LEASE))) return count
    }
  }
}
