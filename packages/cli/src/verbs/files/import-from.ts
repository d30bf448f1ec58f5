import {
  type ImportReport,
  type ImportSource,
  type ImportWarning,
  importAll,
} from '@stowage/import'
import type { Run } from '../../command/run.ts'
import { usageError } from '../../exit/cli-error.ts'
import { EXIT, type ExitCode } from '../../exit/exit-codes.ts'
import { type SystemOptions, sourceOf } from '../../import/from-system.ts'
import { lookUp } from '../../import/look-up.ts'
import type { LocationModeOptions } from '../../options/location-mode.ts'
import { printable } from '../../output/printable.ts'
import { formatCount, formatItems } from '../../output/quantities.ts'
import { isThere } from '../../target/open-store.ts'

/** Options of `stowage import --from`. */
export interface ImportFromOptions extends SystemOptions {
  /** The folder for all files: names from the top. */
  readonly into: readonly string[]
  readonly parallel: number
  readonly attach: boolean
  readonly dryRun: boolean
  /** Options of the store. */
  readonly store: LocationModeOptions
}

/** `stowage import --from`: only into a store on this machine, because no service takes ids and dates. */
export async function importFrom(
  run: Run,
  options: ImportFromOptions,
): Promise<ExitCode | undefined> {
  run.localLocation()
  const source = await sourceOf(options)
  if (options.dryRun) return sayWhatIsThere(run, source)
  const { store } = await run.openStore('create', options.store)
  const { output, signal } = run
  run.howToGoOn('Run the same command again: it stores what is left.')
  const report = await importAll(store, source, {
    concurrency: options.parallel,
    into: options.into,
    ...(options.attach && { attach: true }),
    signal,
    onImported: ({ label }, { asset, outcome, differs }) => {
      if (outcome === 'stored') output.record({ path: label, status: 'stored', id: asset.id })
      else if (differs) sayDiffering(run, label, asset.id)
    },
    onError: ({ label, reason }) => sayRefused(run, label, reason),
    onWarning: (warning) => sayWarning(run, warning),
  }).catch((error: unknown) => {
    throw isManifestError(error) ? usageError((error as Error).message) : error
  })
  tell(run, report)
  if (options.from === 'manifest' && report.stored + report.present + report.failed === 0) {
    output.note('! The manifest has no rows.')
  }
  return report.failed > 0 || report.differing > 0 ? EXIT.refused : undefined
}

/** A `ManifestError`, told by its name: it says what is wrong with the file as a whole. */
function isManifestError(error: unknown): boolean {
  return (Object(error) as { readonly name?: unknown }).name === 'ManifestError'
}

/** A dry run does not create a store: without one, every file would be new. */
async function sayWhatIsThere(run: Run, source: ImportSource): Promise<ExitCode | undefined> {
  const { location, signal } = run
  const isStore = location.kind === 'local' && (await isThere(location))
  const store = isStore ? (await run.openStore('read')).store : null
  const count = { new: 0, present: 0, differing: 0 }
  let refused = 0
  for await (const entry of source) {
    signal.throwIfAborted()
    if ('warning' in entry) {
      sayWarning(run, entry)
      continue
    }
    if ('refused' in entry) {
      refused += 1
      sayRefused(run, entry.label, entry.refused)
      continue
    }
    try {
      count[store === null ? 'new' : await lookUp(store, entry)] += 1
    } catch (error) {
      signal.throwIfAborted()
      refused += 1
      sayRefused(run, entry.label, (error as Error).message)
    }
  }
  const { new: fresh, present, differing } = count
  const found = fresh + present + differing
  run.output.record({ found, new: fresh, here_already: present + differing, differing, refused })
  run.output.result(
    [
      `${formatItems(found, 'file')} there`,
      `${formatCount(fresh)} new`,
      ...(present + differing > 0 ? [`${formatCount(present + differing)} here already`] : []),
      ...(differing > 0 ? [`${formatCount(differing)} of them with another content`] : []),
      `${formatCount(refused)} refused`,
    ].join('   '),
  )
  return refused > 0 ? EXIT.refused : undefined
}

function sayDiffering({ output }: Run, label: string, id: string): void {
  output.record({ path: label, status: 'differs', id })
  if (!output.json) output.error(`${label}   has another content in the store: ${id}`)
}

function sayWarning({ output }: Run, { label, warning }: ImportWarning): void {
  output.note(`! ${printable(label)} ${warning}`)
}

function sayRefused({ output }: Run, label: string, reason: string): void {
  if (output.json) output.error(reason, { path: label, status: 'refused' })
  else output.error(`${label}   ${reason}`)
}

function tell({ output }: Run, report: ImportReport): void {
  const { stored, bytes, present, differing, failed } = report
  output.record({
    stored,
    stored_bytes: bytes,
    here_already: present,
    differing,
    refused: failed,
  })
  output.result(
    [
      `${output.colours.green('✔')} ${formatCount(stored)} stored`,
      ...(present > 0
        ? [`${formatCount(present)} ${present === 1 ? 'was' : 'were'} here already`]
        : []),
      ...(differing > 0 ? [`${formatCount(differing)} of them with another content`] : []),
      ...(failed > 0 ? [`${formatCount(failed)} refused`] : []),
    ].join('   '),
  )
  if (differing > 0) output.note('To take the content of a file: stowage replace <id> <file>')
}
