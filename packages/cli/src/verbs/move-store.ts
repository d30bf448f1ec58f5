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
import type { Move } from '../options/migrate-place.ts'
import type { ProgressBar } from '../progress/progress.ts'
import { openPorts, type Ports } from '../target/open-ports.ts'

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
}

/** Moves records, files or both, with a bar, and proves the result. Goes on where an earlier run was. */
export async function moveStore(run: Run, move: Move, work: MoveWork): Promise<Moved> {
  const from = portsOf(await openBoth(run, run.localPlace(), 'change'))
  const to = portsOf(await openBoth(run, move.to, 'create'))
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

/** Records and files of a place, closed when the verb ends. */
export async function openBoth(run: Run, ...place: Parameters<typeof openPorts>): Promise<Ports> {
  const ports = await openPorts(...place)
  run.onEnd(async () => {
    await ports.metadata.close()
    await ports.dispose()
  })
  return ports
}

function portsOf({ metadata, blobs }: Ports): MigratablePorts {
  return { metadata, blobs }
}
