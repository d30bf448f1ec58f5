import { randomUUID } from 'node:crypto'
import { blobKeysOf } from '../assets/asset.ts'
import { raceAbort } from '../async/abortable.ts'
import { closeGrace } from '../async/close-grace.ts'
import { runAgain } from '../async/run-again.ts'
import type { BlobCollector } from '../blobs/blob-collector.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { Staging } from '../staging/staging.ts'
import { requeueLost } from '../webhooks/requeue-lost.ts'
import { createRecordingLimit } from './recording-limit.ts'
import type { SweepReport } from './sweep-report.ts'

const BATCH = 500
/** Milliseconds that ended deliveries of webhooks are kept: 30 days. */
const DELIVERY_RETENTION = 30 * 24 * 3_600_000
/** Rows of each kind forgotten in one transaction, which takes some milliseconds. */
const FORGET_BATCH = 2000
/** How long a dead job is kept, in milliseconds: 30 days. */
const DEAD_JOBS_FOR = 30 * 24 * 3_600_000
/** How long the lease outlives a sweep that dies, in milliseconds. Renewed with every batch. */
const LEASE = 5 * 60_000

/**
 * The longest time between two sweeps, in milliseconds, before the clock is suspected to have jumped: twice the sweep
 * interval, at least 1 hour; 25 hours when sweeps run only on request.
 */
const LEAST_TOLERANCE = 3_600_000
const MANUAL_TOLERANCE = 25 * 3_600_000

/** How long a repeated purge of an id succeeds, in milliseconds: 24 hours. */
export const PURGE_REPLAY_WINDOW: number = 24 * 3_600_000

interface SweepOptions {
  readonly metadata: MetadataStore
  readonly staging: Staging
  readonly collector: BlobCollector
  /** Milliseconds. */
  readonly grace: number
  /** Milliseconds that the trash keeps an asset; `null`: forever. */
  readonly retention: number | null
  /** Milliseconds that the audit trail keeps an entry; `null`: nothing is recorded. */
  readonly auditFor: number | null
  /** Milliseconds that the change feed keeps an event. */
  readonly eventsFor: number
  /** What sends webhooks; `null`: this process sends none. */
  readonly webhooks: object | null
  /** Milliseconds between sweeps; `null` when they run only on request. */
  readonly sweepEveryMs: number | null
  /** Ends a sweep under way between two batches. */
  readonly closing: AbortSignal
  /** Ends and clears resumable uploads whose time is over. */
  readonly sweepUploads: () => Promise<unknown>
  readonly onError: (error: unknown) => void
}

export interface Sweeper {
  /**
   * Purges assets that were in the trash long enough or pending too long, and deletes all blobs that are due. Callers
   * share a running sweep. The signal of each ends its wait, not the sweep.
   */
  sweep(signal?: AbortSignal): Promise<SweepReport>
  /** Resolves when no sweep is under way. */
  idle(): Promise<void>
}

export function createSweeper(options: SweepOptions): Sweeper {
  const {
    metadata,
    staging,
    collector,
    grace,
    retention,
    auditFor,
    eventsFor,
    webhooks,
    sweepEveryMs,
    closing,
    onError,
  } = options
  const tolerance =
    sweepEveryMs === null ? MANUAL_TOLERANCE : Math.max(2 * sweepEveryMs, LEAST_TOLERANCE)
  const holder = randomUUID()
  const limitRecording = createRecordingLimit(options)
  let sweeping: Promise<SweepReport> | undefined

  const ours = { name: 'sweep', holder }

  function takeLease(): Promise<boolean> {
    return runAgain(() => metadata.leases.acquire({ ...ours, duration: LEASE }))
  }

  async function sweepOnce(): Promise<SweepReport> {
    if (!(await takeLease())) {
      // Staging may be on this machine, where no other process sweeps it.
      const stagingFiles = await sweepStaging()
      return {
        purged: 0,
        expired: 0,
        blobs: 0,
        stagingFiles,
        skipped: true,
        retentionPostponed: false,
      }
    }
    const failures: unknown[] = []
    /** Runs a part; its failure does not stop the others. */
    const part = async <Result>(work: () => Promise<Result>, otherwise: Result) => {
      try {
        closing.throwIfAborted()
        return await work()
      } catch (error) {
        failures.push(error)
        return otherwise
      }
    }
    try {
      const isTrusted = await part(
        () => runAgain(() => metadata.sweeps.record({ tolerance })),
        false,
      )
      const purged = isTrusted ? await part(sweepTrash, 0) : 0
      if (isTrusted) await part(sweepVersions, 0)
      const expired = isTrusted ? await part(sweepPending, 0) : 0
      await part(options.sweepUploads, undefined)
      const blobs = await part(sweepBlobs, 0)
      // A clock that jumped must not make the store forget which uploads and purges are repetitions.
      if (isTrusted) await part(forget, 0)
      if (isTrusted) await part(forgetAudit, 0)
      if (isTrusted) await part(forgetJobs, 0)
      if (isTrusted) await part(forgetDeliveries, 0)
      if (isTrusted) await part(forgetEvents, 0)
      await part(tidyEvents, 0)
      if (webhooks !== null) await part(() => requeueLost(metadata.webhooks, closing), undefined)
      await part(limitRecording, undefined)
      const stagingFiles = await part(sweepStaging, 0)
      if (failures.length > 0) throw failures[0]
      const retentionPostponed = retention !== null && !isTrusted
      return { purged, expired, blobs, stagingFiles, skipped: false, retentionPostponed }
    } finally {
      // A failure here must not change the result of the sweep. An unreleased lease ends by itself.
      await runAgain(() => metadata.leases.release(ours)).catch(onError)
    }
  }

  async function sweepTrash(): Promise<number> {
    return retention === null ? 0 : purge({ trashedFor: retention, limit: BATCH })
  }

  function sweepPending(): Promise<number> {
    return purge({ expired: true, limit: BATCH })
  }

  function purge(request: Parameters<MetadataStore['assets']['purge']>[0]): Promise<number> {
    return inBatches(async () => {
      const { assets, held, versionKeys = [] } = await metadata.assets.purge(request)
      // Also while the storage is down: purged blobs are due, for this sweep or a later one.
      if (!held) await collector.deleteDue([...assets.flatMap(blobKeysOf), ...versionKeys])
      return { done: assets.length, goOn: assets.length > 0 }
    })
  }

  /** Forgets expired versions. Their blobs are then due for `sweepBlobs`. */
  function sweepVersions(): Promise<number> {
    return inBatches(async () => {
      const { length: done } = await metadata.versions.prune({ limit: BATCH })
      return { done, goOn: done > 0 }
    })
  }

  function sweepBlobs(): Promise<number> {
    return inBatches(async () => {
      const due = await metadata.blobs.claim({ due: true, limit: BATCH })
      if (due.length === 0) return { done: 0, goOn: false }
      // While the storage is down, the rest is left to the next sweep.
      const { isMediumDown } = await collector.deleteDue(due)
      return { done: due.length, goOn: !isMediumDown }
    })
  }

  /** Its signal aborts with `close`. When a network call ignores the signal, `close` waits only a short time. */
  async function sweepStaging(): Promise<number> {
    const { signal, end } = closeGrace(closing)
    try {
      return await raceAbort(staging.sweep(grace, { signal: closing }), signal)
    } finally {
      end()
    }
  }

  function forget(): Promise<number> {
    return inBatches(async () => {
      const goOn = await metadata.sweeps.pruneExpired({
        purgedFor: PURGE_REPLAY_WINDOW,
        limit: FORGET_BATCH,
      })
      return { done: 1, goOn }
    })
  }

  async function forgetAudit(): Promise<number> {
    if (auditFor === null) return 0
    const request = { olderThan: auditFor, limit: FORGET_BATCH }
    return inBatches(async () => {
      const done = await metadata.audit.prune(request)
      return { done, goOn: done === FORGET_BATCH }
    })
  }

  function forgetJobs(): Promise<number> {
    const request = { olderThan: DEAD_JOBS_FOR, limit: FORGET_BATCH }
    return inBatches(async () => {
      const done = await metadata.jobs.prune(request)
      return { done, goOn: done === FORGET_BATCH }
    })
  }

  function forgetEvents(): Promise<number> {
    let after: string | null = null
    return inBatches(async () => {
      const request = { olderThan: eventsFor, after, limit: FORGET_BATCH }
      const { pruned: done, next } = await metadata.events.prune(request)
      after = next
      return { done, goOn: next !== null }
    })
  }

  /** Finishes what purges left. */
  function tidyEvents(): Promise<number> {
    return inBatches(async () => {
      const goOn = await metadata.events.tidy({ limit: FORGET_BATCH })
      return { done: 1, goOn }
    })
  }

  function forgetDeliveries(): Promise<number> {
    const request = { olderThan: DELIVERY_RETENTION, limit: FORGET_BATCH }
    return inBatches(async () => {
      const done = await metadata.webhooks.prune(request)
      return { done, goOn: done === FORGET_BATCH }
    })
  }

  /**
   * Runs batches until nothing is left or the lease is lost. Resolves to the sum of what they did. A batch whose
   * outcome is unknown runs again and finds the rest.
   */
  async function inBatches(
    batch: () => Promise<{ readonly done: number; readonly goOn: boolean }>,
  ): Promise<number> {
    let count = 0
    while (true) {
      closing.throwIfAborted()
      const { done, goOn } = await runAgain(batch)
      count += done
      if (!goOn || !(await takeLease())) return count
    }
  }

  return {
    async sweep(signal) {
      signal?.throwIfAborted()
      sweeping ??= sweepOnce().finally(() => {
        sweeping = undefined
      })
      return raceAbort(sweeping, signal)
    },
    async idle() {
      await sweeping?.catch(() => {})
    },
  }
}
