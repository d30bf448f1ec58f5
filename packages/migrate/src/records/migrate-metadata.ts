import { StowageError } from '@stowage/core'
import {
  callback,
  checkOptions,
  having,
  integer,
  type OptionChecks,
  recordingEnded,
  required,
  type TransferEntry,
  type TransferProgress,
  type TransferSource,
  type TransferTarget,
} from '@stowage/core/internal'
import { withExclusiveLease } from '../leases/with-exclusive-lease.ts'
import { metadataStore } from '../options/move-checks.ts'
import { assertFillable, filledFromAnother, recordApart } from './assert-fillable.ts'
import { receiveEntries } from './receive-entries.ts'
import { type MetadataMove, transferOf } from './switching-metadata.ts'

/** Entries moved at a time. */
const PAGE = 500
/** Milliseconds for which writes may be refused. */
export const MAX_PAUSE = 2000
/** How often a run tries to switch when the last changes take longer than the pause. */
const ATTEMPTS = 20

/** What `migrateMetadata` moves, from where to where. */
export interface MigrateMetadataOptions extends MetadataMove {
  /** Milliseconds for which the switch may refuse writes at a time. Default and maximum: 2000. */
  readonly pauseMs?: number
  /** Ends the run. Another run continues it. */
  readonly signal?: AbortSignal
  /** Called repeatedly during the run. What it throws ends the run, unless the records have just moved. */
  readonly onProgress?: (progress: MetadataProgress) => void
}

/** How far the records have moved. */
export interface MetadataProgress {
  /** `copy`: copies existing entries. `replay`: applies what changed meanwhile. `moved`: done. */
  readonly phase: 'copy' | 'replay' | 'moved'
  /** Entries that this run copied: records, keys, tombstones and the like. */
  readonly entries: number
  /** Changes made meanwhile that this run applied. */
  readonly changes: number
}

/** How the records moved. */
export interface MetadataReport extends MetadataProgress {
  readonly phase: 'moved'
  /** Milliseconds for which writes were refused, in the longest attempt; `null` when an earlier run had switched. */
  readonly pauseMs: number | null
}

const OPTIONS: OptionChecks<MigrateMetadataOptions> = {
  from: required(metadataStore),
  to: required(metadataStore),
  pauseMs: integer(1, MAX_PAUSE),
  signal: having('an AbortSignal', 'addEventListener'),
  onProgress: callback,
}

/**
 * Moves all records from one database to another while the store is in use. It copies them, applies what changes
 * meanwhile, refuses writes for a moment, applies the rest, and hands over. Ids, keys, order and timestamps stay. Every
 * process that uses the store must have `switchingMetadata({ from, to })` before this ends. Afterwards, writes of a
 * process without it are `unavailable`.
 *
 * After an abort or a crash, the next call goes on where the run was. Writes are refused for no longer than `pauseMs` at
 * a time, even when that call never comes. `abandonMigration`, in any process, gives up the migration; a run under way
 * then fails with `invalid_argument`.
 *
 * `invalid_argument` when `to` is not empty at first, or is the same database as `from`. Also when `to` cannot store a
 * record, which the error names (`context.kind`, `tenant`, `key`): change or delete it, and call again. `unavailable`
 * while another process moves the records, when a database fails, or when it could not catch up with writes within
 * `pauseMs`.
 */
export async function migrateMetadata(options: MigrateMetadataOptions): Promise<MetadataReport> {
  checkOptions<MigrateMetadataOptions>('migrateMetadata', options, OPTIONS)
  const { to, pauseMs = MAX_PAUSE, signal, onProgress = () => {} } = options
  const { source, target } = transferOf(options)
  await assertFillable(options)
  return withExclusiveLease({ metadata: to, name: 'migration/metadata', signal }, async (until) => {
    const id = await recordApart(options)
    return moveRecords({ id, source, target, pauseMs, signal: until, onProgress })
  })
}

interface Work extends Required<Pick<MigrateMetadataOptions, 'pauseMs' | 'signal' | 'onProgress'>> {
  /** Of the recording of changes. */
  readonly id: string
  readonly source: TransferSource
  readonly target: TransferTarget
}

async function moveRecords({
  id,
  source,
  target,
  pauseMs,
  signal,
  onProgress,
}: Work): Promise<MetadataReport> {
  const done = { entries: 0, changes: 0 }
  let longest: number | null = null
  let place = await placeOf(target, id)

  /** Another recording would lack the changes made before it began. */
  async function assertRecorded(): Promise<void> {
    signal.throwIfAborted()
    if ((await source.state()).id !== id) throw recordingEnded()
  }

  async function receive(entries: readonly TransferEntry[], next: Place): Promise<void> {
    await assertRecorded()
    const progressAt = (at: Place): TransferProgress => ({ id, cursor: JSON.stringify(at) })
    await receiveEntries(target, { progress: progressAt(next), entries, before: progressAt(place) })
    place = next
  }

  async function copy(): Promise<void> {
    while ('after' in place) {
      const { entries, next } = await source.entries({ after: place.after, limit: PAGE })
      await receive(entries, next === null ? { change: 0 } : { after: next })
      done.entries += entries.length
      onProgress({ phase: 'copy', ...done })
    }
  }

  /** Resolves once less than a page of changes is left; with `all`, once none is. */
  async function replay({ all }: { readonly all: boolean }): Promise<void> {
    while ('change' in place) {
      const { entries, last } = await source.changes({ after: place.change, limit: PAGE })
      if (entries.length > 0) await receive(entries, { change: last })
      done.changes += entries.length
      if (!all) onProgress({ phase: 'replay', ...done })
      if (entries.length < (all ? 1 : PAGE)) return
    }
  }

  async function handOver(): Promise<boolean> {
    await source.pauseWrites(pauseMs)
    const start = performance.now()
    let handed = false
    try {
      await replay({ all: true })
      await assertRecorded()
      handed = await source.handOver()
      return handed
    } finally {
      // Harmless when the hand-over succeeded and only its answer was lost: a hand-over cannot be undone.
      if (!handed) await source.resumeWrites()
      // The source lets writes through after `pauseMs`, even when it answers later.
      const pause = Math.min(pauseMs, Math.round(performance.now() - start))
      longest = Math.max(longest ?? 0, pause)
    }
  }

  if ((await source.state()).phase !== 'moved') {
    await copy()
    for (let attempt = 1; ; attempt += 1) {
      await replay({ all: false })
      if (await handOver()) break
      if (attempt < ATTEMPTS) continue
      throw new StowageError(
        'unavailable',
        'Could not catch up with writes within `pauseMs`. Raise it, or try again when the store is less busy.',
      )
    }
  }
  const report: MetadataReport = { phase: 'moved', ...done, pauseMs: longest }
  onProgress(report)
  return report
}

/** Where to continue: with the entries after a cursor, or with the changes after a number. */
type Place = { readonly after: string | null } | { readonly change: number }

async function placeOf(target: TransferTarget, id: string): Promise<Place> {
  const progress = await target.progress()
  if (progress === null) return { after: null }
  if (progress.id === id) return JSON.parse(progress.cursor) as Place
  throw filledFromAnother()
}
