import {
  type MetadataReport,
  type MigratablePorts,
  type MoveReport,
  migrate,
  migrateMetadata,
  moveBlobs,
} from '@stowage/migrate'
import type { Run } from '../command/run.ts'
import type { Move } from '../options/migrate-place.ts'
import { openPorts, type Ports } from '../target/open-ports.ts'

/** What moved; `null`: not asked for. */
export interface Moved {
  readonly files: MoveReport | null
  readonly records: MetadataReport | null
}

/** Moves records, files or both, with a bar. Goes on where an earlier run was. */
export async function moveStore(
  run: Run,
  { to: place, movesFiles, movesRecords }: Move,
  { parallel, total }: { readonly parallel: number; readonly total: number },
): Promise<Moved> {
  const { signal } = run
  const from = portsOf(await openBoth(run, run.localPlace(), 'change'))
  const to = portsOf(await openBoth(run, place, 'create'))
  const bar = run.startProgress({ total })
  try {
    if (movesFiles && movesRecords) {
      const report = await migrate({
        from,
        to,
        parallel,
        signal,
        onProgress: ({ blobs }) => bar.set(blobs.records),
      })
      return { files: report.blobs, records: report.records }
    }
    if (movesRecords) {
      const onProgress = ({ entries }: { readonly entries: number }) => bar.set(entries)
      const both = { from: from.metadata, to: to.metadata, signal, onProgress }
      return { files: null, records: await migrateMetadata(both) }
    }
    const onProgress = ({ records }: { readonly records: number }) => bar.set(records)
    const both = { metadata: from.metadata, from: from.blobs, to: to.blobs }
    return { files: await moveBlobs({ ...both, parallel, signal, onProgress }), records: null }
  } finally {
    bar.end()
  }
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
