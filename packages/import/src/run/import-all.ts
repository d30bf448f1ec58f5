import type { AssetStore, Imported, OwnerField } from '@stowage/core'
import {
  callback,
  checkOptions,
  flag,
  having,
  integer,
  type OptionChecks,
  oneOf,
} from '@stowage/core/internal'
import type { ImportOptions } from '@stowage/core/types'
import type {
  ImportAttachment,
  ImportEntry,
  ImportSource,
  ImportWarning,
  RefusedEntry,
} from '../entries/entry.ts'
import { attachAll } from './attach-all.ts'
import { createTurns } from './attach-turns.ts'
import { endsImport, type ImportFailure, isOfMoment, reasonOf } from './failures.ts'
import { requireEntry, requireSource, requireStore } from './import-arguments.ts'
import { importOne, type KnownFolders } from './import-one.ts'
import { inLanes } from './in-lanes.ts'

/** Failures that a report lists; it counts all. */
const MAX_LISTED = 1000

/** How `importAll` imports. */
export interface ImportAllOptions extends ImportOptions {
  /** Files at a time, 1 … 64. Default 4. With 1, lists are in the order of the source. */
  readonly concurrency?: number
  /** The folder for all files: names from the top. Default: none. */
  readonly into?: readonly string[]
  /**
   * Whether to attach active files to the records that they belonged to, by `owners.add`: by the attachments of the
   * source, else by the `owners` of each entry. Default `false`; `true` with `fromArchive`.
   */
  readonly attach?: boolean
  /** Called after each entry. What it throws ends the import. */
  readonly onProgress?: (progress: ImportProgress) => void
  /**
   * Called, and awaited, after each file that is in the store, even one that was there before: to note its new id, for
   * example. What it throws ends the import.
   */
  readonly onImported?: (entry: ImportEntry, imported: Imported) => unknown
  /**
   * Called for each file that cannot be imported, and for each that cannot be attached. What it throws ends the import.
   */
  readonly onError?: (failure: ImportFailure) => void
  /**
   * Called with each warning, such as columns of a table that nothing reads. What it throws ends the import. Default:
   * emits the first one as a process warning.
   */
  readonly onWarning?: (warning: ImportWarning) => void
}

/** How much has been done. */
export interface ImportProgress {
  /** Files that this import stored. */
  readonly stored: number
  /** Bytes of the stored files. */
  readonly bytes: number
  /** Files that were in the store before, and stayed as they were. */
  readonly present: number
  /** Those of them whose content in the store differs. */
  readonly differing: number
  /** Files that were not imported, and attachments that were not made. */
  readonly failed: number
}

/** What `importAll` did. */
export interface ImportReport extends ImportProgress {
  /** The first 1000 failures. */
  readonly failures: readonly ImportFailure[]
  /** The first 1000 warnings. */
  readonly warnings: readonly ImportWarning[]
  /** Labels of the first 1000 files whose content in the store differs. */
  readonly differences: readonly string[]
}

const OPTIONS: OptionChecks<ImportAllOptions> = {
  concurrency: integer(1, 64),
  into: having('a list of names', 'map'),
  compare: oneOf('content', 'none'),
  attach: flag,
  signal: having('an AbortSignal', 'addEventListener'),
  onProgress: callback,
  onImported: callback,
  onError: callback,
  onWarning: callback,
}

/**
 * Imports all files of a source by `store.admin.import`, several at a time. Existing files stay as they are. So after
 * an abort, a crash or an error, call it again: it stores the rest.
 *
 * The report lists each file that the store refuses; the others go on. When the store is unavailable, it tries each
 * file four times within 7 seconds. It rejects when that does not help, when the store or the quota is full, and when
 * the source itself fails.
 *
 * @example
 * ```ts
 * import { openAssetStore } from '@stowage/core'
 * import { fromFolder, importAll } from '@stowage/import'
 *
 * const store = await openAssetStore({ directory: './media' })
 * const report = await importAll(store, fromFolder('./uploads'), {
 *   onProgress: ({ stored, present }) => console.log(stored, present),
 * })
 * for (const { label, reason } of report.failures) console.error(label, reason)
 * ```
 */
export async function importAll(
  store: AssetStore,
  source: ImportSource | Iterable<ImportEntry | RefusedEntry | ImportWarning>,
  options: ImportAllOptions = {},
): Promise<ImportReport> {
  requireStore(store)
  requireSource(source)
  checkOptions<ImportAllOptions>('importAll', options, OPTIONS)
  const { attachments, attaches = false }: Partial<ImportSource> = source as ImportSource
  const { concurrency = 4, into = [], compare = 'content', attach = attaches, signal } = options
  const nextTurn = createTurns()
  const count = { stored: 0, bytes: 0, present: 0, differing: 0, failed: 0 }
  const failures: ImportFailure[] = []
  const differences: string[] = []
  const warnings: ImportWarning[] = []
  const known: KnownFolders = new Map()

  function fail(failure: ImportFailure): void {
    count.failed += 1
    if (failures.length < MAX_LISTED) failures.push(failure)
    options.onError?.(failure)
  }

  function warn(warning: ImportWarning): void {
    if (warnings.length < MAX_LISTED) warnings.push(warning)
    if (options.onWarning !== undefined) options.onWarning(warning)
    else if (warnings.length === 1) warnProcess(warning)
  }

  /** `null` when this file was not imported and the others go on. */
  async function take(entry: ImportEntry): Promise<Imported | null> {
    const call = { compare, ...(signal !== undefined && { signal }) }
    const owners = attach && attachments === undefined ? (entry.owners ?? []) : []
    // The turn is taken now, so that the order is that of the entries, whichever file is stored first.
    const turn = owners.length > 0 ? nextTurn() : null
    try {
      const imported = await importOne(store, entry, { into, known, call })
      await turn?.run(() => attachAll(store, attachmentsOf(imported, owners), { signal, fail }))
      return imported
    } catch (error) {
      turn?.skip()
      signal?.throwIfAborted()
      if (isOfMoment(error) || endsImport(error)) throw error
      fail({ label: entry.label, reason: reasonOf(error), error })
      return null
    }
  }

  function note({ label }: ImportEntry, { asset, outcome, differs }: Imported): void {
    if (outcome === 'present') count.present += 1
    else {
      count.stored += 1
      count.bytes += asset.size
    }
    if (!differs) return
    count.differing += 1
    if (differences.length < MAX_LISTED) differences.push(label)
  }

  await inLanes(source, concurrency, async (entry) => {
    requireEntry(entry)
    signal?.throwIfAborted()
    if ('warning' in entry) return warn(entry)
    if ('refused' in entry) fail({ label: entry.label, reason: entry.refused })
    else {
      const imported = await take(entry)
      if (imported !== null) {
        note(entry, imported)
        await options.onImported?.(entry, imported)
      }
    }
    options.onProgress?.({ ...count })
  })
  if (attach && attachments !== undefined) {
    await attachAll(store, attachments.call(source), { signal, fail })
  }
  return { ...count, failures, warnings, differences }
}

/** A report without failures gets no attention, so a warning must show elsewhere. */
function warnProcess({ label, warning }: ImportWarning): void {
  const message = `${label} ${warning}. The report of importAll has all warnings; pass onWarning to handle them.`
  process.emitWarning(message, { type: 'StowageWarning', code: 'STOWAGE_IMPORT' })
}

async function* attachmentsOf(
  { asset: { id } }: Imported,
  owners: readonly OwnerField[],
): AsyncGenerator<ImportAttachment> {
  for (const owner of owners) yield { owner, id }
}
