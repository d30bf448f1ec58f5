import { randomUUID } from 'node:crypto'
import { blobKeysOf } from '../asset/asset.ts'
import { type Clock, formatTimestamp, type Micros } from '../asset/timestamp.ts'
import { untilAborted } from '../intake/abortable.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { Staging } from '../ports/staging.ts'
import type { SweepReport } from './asset-store.ts'
import type { BlobCollector } from './blob-collector.ts'

const BATCH = 500
/** A sweep that dies holds the lease for this long. Renewed with every batch. */
const LEASE = 5 * 60_000_000

/** How long a purged id counts as done, in microseconds: 24 hours. */
export const PURGE_MEMORY: number = 24 * 3600 * 1_000_000

export interface SweepOptions {
  readonly metadata: MetadataStore
  readonly staging: Staging
  readonly collector: BlobCollector
  readonly clock: Clock
  /** Milliseconds. */
  readonly grace: number
  /** How long the trash keeps an asset; `null` for ever. */
  readonly retention: Micros | null
  /** Ends a sweep under way between two batches. */
  readonly closing: AbortSignal
}

export interface Sweeper {
  /**
   * Purges what the trash has kept long enough, and deletes all blobs that are due. Callers share the sweep
   * that is under way; each one waits with a signal of its own, which ends the waiting and not the sweep.
   */
  sweep(signal?: AbortSignal): Promise<SweepReport>
  /** Resolves when no sweep is under way. */
  idle(): Promise<void>
}

export function createSweeper(options: SweepOptions): Sweeper {
  const { metadata, staging, collector, clock, grace, retention, closing } = options
  const holder = randomUUID()
  let sweeping: Promise<SweepReport> | undefined

  function lease(duration: number): Promise<boolean> {
    const now = clock()
    return metadata.lease({
      name: 'sweep',
      holder,
      now: formatTimestamp(now),
      until: formatTimestamp(now + duration),
    })
  }

  async function sweepOnce(): Promise<SweepReport> {
    if (!(await lease(LEASE))) {
      // Staging may lie on this machine, where nobody else sweeps it.
      return { purged: 0, blobs: 0, stagingFiles: await staging.sweep(grace), skipped: true }
    }
    const failures: unknown[] = []
    /** A part that fails does not keep the others from their turn. */
    const part = async (work: () => Promise<number>) => {
      try {
        closing.throwIfAborted()
        return await work()
      } catch (error) {
        failures.push(error)
        return 0
      }
    }
    try {
      const now = clock()
      const purged = await part(() => sweepTrash(now))
      const blobs = await part(() => sweepBlobs(now))
      await part(() => forget(now))
      const stagingFiles = await part(() => staging.sweep(grace))
      if (failures.length > 0) throw failures[0]
      return { purged, blobs, stagingFiles, skipped: false }
    } finally {
      await lease(0)
    }
  }

  async function sweepTrash(now: Micros): Promise<number> {
    if (retention === null) return 0
    const request = { trashedBefore: formatTimestamp(now - retention), limit: BATCH }
    return inBatches(async () => {
      const { assets, held } = await metadata.purge({ ...request, at: formatTimestamp(now) })
      collector.announcePurge(assets)
      // Also while the medium is down: what is purged is due, for this sweep or a later one.
      if (!held) await collector.deleteDue(assets.flatMap(blobKeysOf))
      return { done: assets.length, goOn: assets.length > 0 }
    })
  }

  function sweepBlobs(now: Micros): Promise<number> {
    return inBatches(async () => {
      const due = await metadata.claim({ dueAt: formatTimestamp(now), limit: BATCH })
      if (due.length === 0) return { done: 0, goOn: false }
      // While the medium is down, the rest is for the next sweep.
      return { done: due.length, goOn: await collector.deleteDue(due) }
    })
  }

  async function forget(now: Micros): Promise<number> {
    const purgedBefore = formatTimestamp(now - PURGE_MEMORY)
    await metadata.forget({ purgedBefore, now: formatTimestamp(now) })
    return 0
  }

  /** Until there is nothing to go on with, or the lease is lost. Resolves to how much all batches did. */
  async function inBatches(
    batch: () => Promise<{ readonly done: number; readonly goOn: boolean }>,
  ): Promise<number> {
    let count = 0
    while (true) {
      closing.throwIfAborted()
      const { done, goOn } = await batch()
      count += done
      if (!goOn || !(await lease(LEASE))) return count
    }
  }

  return {
    async sweep(signal) {
      signal?.throwIfAborted()
      sweeping ??= sweepOnce().finally(() => {
        sweeping = undefined
      })
      return untilAborted(sweeping, signal)
    },
    async idle() {
      await sweeping?.catch(() => {})
    },
  }
}
