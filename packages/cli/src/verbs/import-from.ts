import { type ImportReport, type ImportSource, importAll } from '@stowage/import'
import type { Run } from '../command/run.ts'
import { usageError } from '../exit/cli-error.ts'
import { EXIT, type ExitCode } from '../exit/exit-codes.ts'
import { type SystemOptions, sourceOf } from '../import/from-system.ts'
import { formatCount, formatItems } from '../output/quantities.ts'

/** How `stowage import --from` goes about it. */
export interface ImportFromOptions extends SystemOptions {
  /** Names of the folders that everything comes to lie in. */
  readonly into: readonly string[]
  readonly parallel: number
  readonly attach: boolean
  readonly dryRun: boolean
}

/** `stowage import --from`: into a store of this machine, for no service takes ids and dates. */
export async function importFrom(
  run: Run,
  options: ImportFromOptions,
): Promise<ExitCode | undefined> {
  run.localPlace()
  const source = await sourceOf(options)
  if (options.dryRun) return sayWhatIsThere(run, source)
  const { store } = await run.openStore('create')
  const { output, signal } = run
  run.howToGoOn('Run the same command again: it stores what is left.')
  const report = await importAll(store, source, {
    concurrency: options.parallel,
    into: options.into,
    attach: options.attach,
    signal,
    onImported: ({ label }, { asset, outcome, differs }) => {
      if (outcome === 'stored') output.record({ path: label, status: 'stored', id: asset.id })
      else if (differs) output.record({ path: label, status: 'differs', id: asset.id })
    },
    onError: ({ label, reason }) => sayRefused(run, label, reason),
  }).catch((error: unknown) => {
    throw isManifestError(error) ? usageError((error as Error).message) : error
  })
  tell(run, report)
  return report.failed > 0 || report.differing > 0 ? EXIT.refused : undefined
}

/** By its name: it says what is wrong with the file as a whole. */
function isManifestError(error: unknown): boolean {
  return (Object(error) as { readonly name?: unknown }).name === 'ManifestError'
}

async function sayWhatIsThere(run: Run, source: ImportSource): Promise<ExitCode | undefined> {
  let found = 0
  let refused = 0
  for await (const entry of source) {
    run.signal.throwIfAborted()
    if ('refused' in entry) {
      refused += 1
      sayRefused(run, entry.label, entry.refused)
    } else found += 1
  }
  run.output.record({ found, refused })
  run.output.result(`${formatItems(found, 'file')} there   ${formatCount(refused)} refused`)
  return refused > 0 ? EXIT.refused : undefined
}

function sayRefused({ output }: Run, label: string, reason: string): void {
  if (output.json) output.error(reason, { path: label, status: 'refused' })
  else output.error(`${label}   ${reason}`)
}

function tell({ output }: Run, report: ImportReport): void {
  const { stored, bytes, present, differing, failed, differences } = report
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
  if (output.json) return
  for (const label of differences) output.error(`${label}   has another content in the store`)
}
