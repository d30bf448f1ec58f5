import { LinkedAbort } from '@stowage/core/internal'
import type { OnDuplicate } from '@stowage/core/types'
import { type CheckedFile, checkedFiles, locationOf } from './checked-files.ts'
import type { ImportDestination } from './destination/destination.ts'
import { FolderTree, folderKey } from './folder/folder-tree.ts'
import type { LeftOut, SourceFile } from './source-file.ts'
import { type StoreContext, storeFile } from './store-file.ts'

/** How to import. */
export interface ImportOptions {
  /** Files sent at a time. */
  readonly parallel: number
  /** Whether it only looks, and stores nothing. */
  readonly dryRun: boolean
  /**
   * What happens to content that is already stored under another name or in another folder. Default: that of the store.
   */
  readonly onDuplicate?: OnDuplicate | undefined
  /** Ends the import. Stored files stay; the next run continues it. */
  readonly signal: AbortSignal
  readonly onProgress: (progress: ImportProgress) => void
  /** Called for each file once it is stored. */
  readonly onStored?: (file: SourceFile, id: string) => void
}

/** How far an import has come: files that are finished in one way or another. */
export interface ImportProgress {
  readonly files: number
  readonly bytes: number
}

/** What an import did. */
export interface ImportReport {
  /** Files that this import stored; with `dryRun`, those that it would store. */
  readonly stored: number
  readonly storedBytes: number
  /** Files that the store already had: same content, name and folder. */
  readonly here: number
  readonly refused: readonly LeftOut[]
  /** What ended it early; `null` when it finished. */
  readonly failure: unknown
}

/** Stores files that the store does not have yet. After an interruption, the next run does the rest. */
export async function importFiles(
  files: readonly SourceFile[],
  destination: ImportDestination,
  options: ImportOptions,
): Promise<ImportReport> {
  const { parallel, dryRun, onDuplicate, onProgress, onStored } = options
  const ending = new LinkedAbort(options.signal)
  const { signal } = ending
  const folders = new FolderTree(destination, signal)
  const done = { files: 0, bytes: 0 }
  const report = { stored: 0, storedBytes: 0, here: 0, refused: [] as LeftOut[] }
  /** Files under way and finished files; each resolves to why it was refused. */
  const begun = new Map<string, Promise<string | null>>()
  let failure: unknown = null

  function advance(files: number, bytes: number): void {
    done.files += files
    done.bytes += bytes
    onProgress(done)
  }
  function refuse(file: SourceFile, reason: string): void {
    report.refused.push({ label: file.label, reason })
    advance(1, file.size)
  }
  const onBytes = (bytes: number) => advance(0, bytes)
  const context: StoreContext = { destination, folders, onDuplicate, signal, onBytes }

  async function store(checked: CheckedFile): Promise<string | null> {
    const { file } = checked
    const outcome = await storeFile(checked, context)
    if ('reason' in outcome) return outcome.reason
    report.stored += 1
    report.storedBytes += file.size
    onStored?.(file, outcome.id)
    advance(1, file.size - outcome.bytes)
    return null
  }

  async function handle(checked: CheckedFile): Promise<void> {
    const { file } = checked
    const location =
      onDuplicate === 'return'
        ? checked.sha256
        : JSON.stringify([locationOf(checked), file.folder.map(folderKey)])
    const same = begun.get(location)
    if (checked.isHere || same !== undefined) {
      const reason = (await same) ?? null
      if (reason !== null) return refuse(file, reason)
      report.here += 1
      return advance(1, file.size)
    }
    if (dryRun) {
      begun.set(location, Promise.resolve(null))
      report.stored += 1
      report.storedBytes += file.size
      return advance(1, file.size)
    }
    const outcome = store(checked)
    begun.set(location, outcome)
    const reason = await outcome
    if (reason !== null) refuse(file, reason)
  }

  const queue = checkedFiles(files, {
    destination,
    folders,
    onDuplicate,
    signal,
    onRefused: refuse,
  })
  async function lane(): Promise<void> {
    try {
      for (let next = await queue.next(); !next.done; next = await queue.next()) {
        await handle(next.value)
      }
    } catch (error) {
      failure ??= options.signal.aborted ? options.signal.reason : error
      ending.abort(error)
    }
  }
  await Promise.all(Array.from({ length: parallel }, lane))
  ending.unlink()
  return { ...report, failure }
}
