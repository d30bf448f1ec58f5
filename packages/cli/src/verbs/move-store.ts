import { isStowageError } from '@stowage/core'
import type { BlobStore } from '@stowage/core/ports'
import {
  type MetadataReport,
  type MigratablePorts,
  type MoveProgress,
  type MoveReport,
  migrate,
  migrateMetadata,
  moveBlobs,
  type StoreMove,
} from '@stowage/migrate'
import type { Run } from '../command/run.ts'
import { refused, usageError } from '../exit/cli-error.ts'
import type { Move } from '../options/migrate-place.ts'
import type { LocalPlace } from '../options/place.ts'
import type { ProgressBar } from '../progress/progress.ts'
import { openBlobs, openPorts, type Ports } from '../target/open-ports.ts'

/** What moved; `null`: not asked for. */
export interface Moved {
  readonly files: MoveReport | null
  readonly records: MetadataReport | null
  /** Of each record: whether its files are where it says now. */
  readonly proof: MoveReport
}

interface MoveWork {
  readonly parallel: number
  /** Records of the store. */
  readonly total: number
  /** Whether what has the store open knows both places of its files. */
  readonly inUse: boolean
}

/** Moves records, files or both, with a bar, and proves the result. Goes on where an earlier run was. */
export async function moveStore(run: Run, move: Move, work: MoveWork): Promise<Moved> {
  const from = portsOf(await openBoth(run, run.localPlace(), 'change'))
  if (!move.movesRecords && !work.inUse) await claimAlone(run, from)
  const to = move.movesRecords
    ? portsOf(await openBoth(run, move.to, 'create'))
    : { metadata: from.metadata, blobs: await openFiles(run, move.to) }
  const bar = run.startProgress({ total: work.total })
  try {
    return await movePorts({ from, to }, move, { ...work, bar, signal: run.signal })
  } finally {
    bar.end()
  }
}

async function movePorts(
  { from, to }: StoreMove,
  { movesFiles, movesRecords }: Move,
  { parallel, signal, bar }: MoveWork & { readonly bar: ProgressBar; readonly signal: AbortSignal },
): Promise<Moved> {
  const copying = { from: from.blobs, to: to.blobs, parallel, signal }
  const onProgress = ({ records }: MoveProgress) => bar.set(records)
  if (movesFiles && movesRecords) {
    const { blobs: files, ...report } = await migrate({
      from,
      to,
      parallel,
      signal,
      onProgress: ({ blobs, proof }) => onProgress(proof ?? blobs),
    })
    return { files, ...report }
  }
  const records = movesRecords
    ? await migrateMetadata({
        from: from.metadata,
        to: to.metadata,
        signal,
        onProgress: ({ entries }) => bar.set(entries),
      })
    : null
  const { metadata } = movesRecords ? to : from
  const files = movesFiles ? await moveBlobs({ ...copying, metadata, onProgress }) : null
  const proof = await moveBlobs({ ...copying, metadata, checksums: false, onProgress })
  return { files, records, proof }
}

/**
 * Files alone have no moment at which the old place takes no more: what another process stores there afterwards would
 * be missing at the new one.
 */
async function claimAlone(run: Run, { metadata }: MigratablePorts): Promise<void> {
  if (metadata.claimAlone === undefined) {
    throw usageError(
      'PostgreSQL does not tell who has the store open. Stop what uses it, or let it open its files in both places with movingBlobs; then say --in-use.',
    )
  }
  const claim = await metadata.claimAlone().catch((error) => {
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

/** Records and files of a place, closed when the verb ends. */
export async function openBoth(run: Run, ...place: Parameters<typeof openPorts>): Promise<Ports> {
  const ports = await openPorts(...place)
  run.onEnd(async () => {
    await ports.metadata.close()
    await ports.dispose()
  })
  return ports
}

async function openFiles(run: Run, place: LocalPlace): Promise<BlobStore> {
  const { blobs, dispose } = await openBlobs(place)
  run.onEnd(dispose)
  return blobs
}

function portsOf({ metadata, blobs }: Ports): MigratablePorts {
  return { metadata, blobs }
}
