import { randomUUID } from 'node:crypto'
import type { SweepReport } from '../asset-store/maintenance/sweep-report.ts'
import { raceAbort } from '../async/abortable.ts'
import { closeGrace } from '../async/close-grace.ts'
import { runAgain } from '../async/run-again.ts'
import type { BlobCollector } from '../blobs/blob-collector.ts'
import { blobKeysOf } from '../model/assets/asset.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { Staging } from '../ports/staging.ts'
import { createRecordingLimit } from './recording-limit.ts'

const BATCH = 500
/** What is forgotten in one transaction, of each kind: some milliseconds of it. */
const FORGET_BATCH = 2000
/** A sweep that dies holds the lease for this long, in milliseconds. Renewed with every batch. */
const LEASE = 5 * 60_000

/**
 * The most that may pass between two sweeps, in milliseconds, before the clock is suspected to have leapt:
 * twice what is between sweeps, or 1 hour; 25 hours when sweeps run only on request.
 */
const LEAST_TOLERANCE = 3_600_000
const MANUAL_TOLERANCE = 25 * 3_600_000

/** How long a purged id counts as done, in milliseconds: 24 hours. */
export const PURGE_REPLAY_WINDOW: number = 24 * 3_600_000

interface SweepOptions {
  readonly metadata: MetadataStore
  readonly staging: Staging
  readonly collector: BlobCollector
  /** Milliseconds. */
  readonly grace: number
  /** Milliseconds for which the trash keeps an asset; `null` forever. */
  readonly retention: number | null
  /** Milliseconds for which the audit trail keeps an entry; `null`: nothing is noted. */
  readonly auditFor: number | null
  /** Milliseconds between sweeps; `null` when they run only on request. */
  readonly sweepEvery: number | null
  /** Ends a sweep under way between two batches. */
  readonly closing: AbortSignal
  readonly onError: (error: unknown) => void
}

export interface Sweeper {
  /**
   * Purges what the trash has kept long enough and what was pending for too long, and deletes all blobs that are due. Callers share the sweep
   * that is under way; each one waits with a signal of its own, which ends the waiting and not the sweep.
   */
  sweep(signal?: AbortSignal): Promise<SweepReport>
  /** Resolves when no sweep is under way. */
  idle(): Promise<void>
}

export function createSweeper(options: SweepOptions): Sweeper {
  const { metadata, staging, collector, grace, retention, auditFor, sweepEvery, closing, onError } =
    options
  const tolerance =
    sweepEvery === null ? MANUAL_TOLERANCE : Math.max(2 * sweepEvery, LEAST_TOLERANCE)
  const holder = randomUUID()
  const limitRecording = createRecordingLimit(options)
  let sweeping: Promise<SweepReport> | undefined

  const ours = { name: 'sweep', holder }

  function takeLease(): Promise<boolean> {
    return runAgain(() => metadata.leases.acquire({ ...ours, duration: LEASE }))
  }

  async function sweepOnce(): Promise<SweepReport> {
    if (!(await takeLease())) {
      // Staging may lie on this machine, where no other process sweeps it.
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
    /** A part that fails does not keep the others from their turn. */
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
      const blobs = await part(sweepBlobs, 0)
      // A clock that leapt must not forget which uploads and purges are repetitions.
      if (isTrusted) await part(forget, 0)
      if (isTrusted) await part(forgetAudit, 0)
      await part(limitRecording, undefined)
      const stagingFiles = await part(sweepStaging, 0)
      if (failures.length > 0) throw failures[0]
      const retentionPostponed = retention !== null && !isTrusted
      return { purged, expired, blobs, stagingFiles, skipped: false, retentionPostponed }
    } finally {
      // The sweep is done all the same, or failed for another reason. Left, the lease ends by itself.
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
      // Also while the medium is down: what is purged is due, for this sweep or a later one.
      if (!held) await collector.deleteDue([...assets.flatMap(blobKeysOf), ...versionKeys])
      return { done: assets.length, goOn: assets.length > 0 }
    })
  }

  /** Their blobs are due then, for `sweepBlobs`. */
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
      // While the medium is down, the rest is for the next sweep.
      const { isMediumDown } = await collector.deleteDue(due)
      return { done: due.length, goOn: !isMediumDown }
    })
  }

  /**
   * Its signal aborts with `close`. When a network call ignores that, `close` waits for it only a short time.
   */
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

  /**
   * Until there is nothing to go on with, or the lease is lost. Resolves to how much all batches did. A batch whose
   * outcome is unknown is run again: it finds what is left.
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
