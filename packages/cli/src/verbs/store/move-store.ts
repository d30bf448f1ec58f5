import { mkdir } from 'node:fs/promises'
import { isStowageError, type StoreLocation } from '@stowage/core'
import type { MigratableMetadata } from '@stowage/core/internal'
import type { BlobStore } from '@stowage/core/ports'
import {
  type MetadataReport,
  type MoveProgress,
  type MoveReport,
  migrate,
  migrateMetadata,
  moveBlobs,
} from '@stowage/migrate'
import type { Run } from '../../command/run.ts'
import { refused, usageError } from '../../exit/cli-error.ts'
import type { LocalLocation } from '../../options/location.ts'
import type { Move } from '../../options/migrate-location.ts'
import type { ProgressBar } from '../../progress/progress.ts'
import { filesOf, locateStore, recordsOf } from '../../target/locate-store.ts'

/** What moved; `null` for a half that was not asked for. */
export interface Moved {
  readonly files: MoveReport | null
  readonly records: MetadataReport | null
  /** Whether each record has its files at their new location. */
  readonly proof: MoveReport
}

interface MoveWork {
  readonly parallel: number
  /** Records of the store. */
  readonly total: number
  /** Whether the processes that have the store open know both locations of its files. */
  readonly inUse: boolean
}

/** Moves records, files or both, with a progress bar, and proves the result. Continues where an earlier run was. */
export async function moveStore(run: Run, move: Move, work: MoveWork): Promise<Moved> {
  const bar = run.startProgress({ total: work.total })
  try {
    if (move.movesFiles && move.movesRecords) return await moveBoth(run, move, { ...work, bar })
    return await moveHalf(run, move, { ...work, bar })
  } finally {
    bar.end()
  }
}

type BarredWork = MoveWork & { readonly bar: ProgressBar }

async function moveBoth(run: Run, { to }: Move, { parallel, bar }: BarredWork): Promise<Moved> {
  const { blobs: files, ...report } = await migrate({
    from: await locate(run, run.localLocation()),
    to: await locate(run, to),
    parallel,
    signal: run.signal,
    onProgress: ({ blobs, proof }) => bar.set((proof ?? blobs).records),
  })
  return { files, ...report }
}

async function moveHalf(
  run: Run,
  { movesRecords, to }: Move,
  { parallel, inUse, bar }: BarredWork,
): Promise<Moved> {
  const { signal } = run
  const location = run.localLocation()
  const from = await openRecords(run, location)
  if (!movesRecords && !inUse) await claimAlone(run, from)
  const metadata = movesRecords ? await openRecords(run, to) : from
  const records = movesRecords
    ? await migrateMetadata({
        from,
        to: metadata,
        signal,
        onProgress: ({ entries }) => bar.set(entries),
      })
    : null
  const copying = {
    from: await openFiles(run, location),
    to: await openFiles(run, to),
    metadata,
    parallel,
    signal,
    onProgress: ({ records }: MoveProgress) => bar.set(records),
  }
  const files = movesRecords ? null : await moveBlobs(copying)
  const proof = await moveBlobs({ ...copying, checksums: false })
  return { files, records, proof }
}

/**
 * When only files move, the old location never stops taking files: what another process stores there afterwards would
 * be missing at the new one.
 */
async function claimAlone(run: Run, records: MigratableMetadata): Promise<void> {
  if (records.claimAlone === undefined) {
    throw usageError(
      'These records do not tell who has the store open. Stop what uses it, or let it open its files in both places with movingBlobs; then say --in-use.',
    )
  }
  const claim = await records.claimAlone().catch((error) => {
    throw isStowageError(error, 'unavailable') ? inUse(error) : error
  })
  run.onEnd(() => claim.release())
}

function inUse(cause: unknown): Error {
  return refused(
    'Another process has the store open, and what it stores would be missing at the new place. Stop it; or let it open its files in both places with movingBlobs, and say --in-use. Records and files together move while the store is in use.',
    cause,
  )
}

/** The store at a location, until the verb ends. */
export async function locate(run: Run, location: LocalLocation): Promise<StoreLocation> {
  const { storeLocation, dispose } = await locateStore(location)
  run.onEnd(dispose)
  return storeLocation
}

/** The records of a location, closed when the verb ends. */
async function openRecords(run: Run, location: LocalLocation): Promise<MigratableMetadata> {
  if (location.postgres === undefined) await mkdir(location.directory, { recursive: true })
  const records = await (await recordsOf(location)).open()
  run.onEnd(() => records.close())
  return records
}

async function openFiles(run: Run, location: LocalLocation): Promise<BlobStore> {
  const { files, dispose } = await filesOf(location)
  run.onEnd(dispose)
  return files
}
