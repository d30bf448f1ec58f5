import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { blobKeysOf } from '../asset/asset.ts'
import type { BlobCache } from '../blobs/blob-cache.ts'
import { isStowageError, StowageError } from '../errors/stowage-error.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import type { MetadataStore, Purged } from '../ports/metadata-store.ts'
import type { Staging } from '../ports/staging.ts'
import type { SweepReport } from './asset-store.ts'
import type { EventHub } from './event-hub.ts'
import { settled } from './settled.ts'

const BATCH = 500
/** What is forgotten in one transaction, of each kind: some milliseconds of it. */
const FORGET_BATCH = 2000
/** A sweep that dies holds the lease for this long, in milliseconds. Renewed with every batch. */
const LEASE = 5 * 60_000

/**
 * The most that may pass between two sweeps, in milliseconds, before the clock is suspected to have leapt:
 * twice what is between sweeps, or 1 hour; 25 hours when somebody asks for each.
 */
const LEAST_TOLERANCE = 3_600_000
const MANUAL_TOLERANCE = 25 * 3_600_000

/** What could not be deleted is tried again after 10 minutes, in milliseconds. */
const RETRY = 10 * 60_000

/** How long a purged id counts as done, in milliseconds: 24 hours. */
export const PURGE_MEMORY: number = 24 * 3_600_000

export interface GarbageOptions {
  readonly metadata: MetadataStore
  readonly blobs: BlobStore
  readonly staging: Staging
  /** Milliseconds. */
  readonly grace: number
  /** Milliseconds for which the trash keeps an asset; `null` for ever. */
  readonly retention: number | null
  /** Milliseconds between sweeps; `null` when they are only asked for. */
  readonly sweepEvery: number | null
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
  const { metadata, blobs, staging, grace, retention, sweepEvery, events, cache, onError } = options
  const holder = randomUUID()
  const tolerance =
    sweepEvery === null ? MANUAL_TOLERANCE : Math.max(2 * sweepEvery, LEAST_TOLERANCE)
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
    const settling = [metadata.settle({ deleted, retryAfter: grace })]
    if (failed.length > 0) {
      settling.push(metadata.settle({ deleted: [], failed, retryAfter: RETRY }))
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
    return metadata.lease({ name: 'sweep', holder, duration })
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
      const stagingFiles = await staging.sweep(grace)
      return { purged: 0, blobs: 0, stagingFiles, skipped: true, retentionPostponed: false }
    }
    const failures: unknown[] = []
    /** What fails in one part must not keep the others from being swept. */
    const part = async <Result>(work: () => Promise<Result>, otherwise: Result) => {
      try {
        return await work()
      } catch (error) {
        signal?.throwIfAborted()
        failures.push(error)
        return otherwise
      }
    }
    try {
      const trusted = await part(() => metadata.recordSweep({ tolerance }), false)
      const purged = await part(async () => (trusted ? sweepTrash(signal) : 0), 0)
      const deleted = await part(() => sweepBlobs(signal), 0)
      // A clock that leapt must not forget which uploads and purges would be repetitions.
      if (trusted) await part(() => forget(signal), undefined)
      const stagingFiles = await part(() => staging.sweep(grace), 0)
      if (failures.length > 0) throw failures.length === 1 ? failures[0] : sweepFailed(failures)
      const retentionPostponed = retention !== null && !trusted
      return { purged, blobs: deleted, stagingFiles, skipped: false, retentionPostponed }
    } finally {
      await lease(0)
    }
  }

  async function sweepTrash(signal: AbortSignal | undefined): Promise<number> {
    if (retention === null) return 0
    return inBatches(signal, async () => {
      const purged = await metadata.purge({ trashedFor: retention, limit: BATCH })
      const { recorded } = await endPurge(purged)
      await recorded
      return purged.assets.length
    })
  }

  async function forget(signal: AbortSignal | undefined): Promise<void> {
    await inBatches(signal, async () => {
      const more = await metadata.forget({ purgedFor: PURGE_MEMORY, limit: FORGET_BATCH })
      // Writes that waited for this one come before the next.
      await setImmediate()
      return more ? 1 : 0
    })
  }

  function sweepBlobs(signal: AbortSignal | undefined): Promise<number> {
    return inBatches(signal, async () => {
      const due = await metadata.claim({ due: true, limit: BATCH })
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

function sweepFailed(failures: readonly unknown[]): StowageError {
  const message = `${failures.length} parts of the sweep failed; the others are done.`
  return new StowageError('unavailable', message, { cause: new AggregateError(failures) })
}
