import { mkdir } from 'node:fs/promises'
import { type DefineVerb, describe } from '../../command/define.ts'
import type { Run } from '../../command/run.ts'
import { unreachable, usageError } from '../../exit/cli-error.ts'
import { EXIT, type ExitCode } from '../../exit/exit-codes.ts'
import { type ExportReport, exportAssets } from '../../export/export-assets.ts'
import { MANIFEST } from '../../export/own-names.ts'
import { systemReason } from '../../io/system-reason.ts'
import { type FilterOptions, filterOf, withFilters } from '../../options/filters.ts'
import { wholeNumber } from '../../options/whole-number.ts'
import { printable } from '../../output/printable.ts'
import { formatBytes, formatCount, formatItems } from '../../output/quantities.ts'
import { folderIdOf } from '../../target/folder-id.ts'

interface ExportVerbOptions extends FilterOptions {
  readonly parallel: number
  readonly force?: boolean
  readonly dryRun?: boolean
}

/** `stowage export` */
export const defineExport: DefineVerb = (perform) => {
  const command = describe(
    'export',
    `Writes files into a folder, with ${MANIFEST}, which "import --manifest" reads. Its next run brings what is new.`,
    [
      ['export ./copy', 'everything, in its folders'],
      ['export ./beach --tag beach --type image', 'what filters find'],
      ['export ./copy --dry-run', 'how many files there are'],
    ],
  ).argument('<folder>', 'where the files go; made when missing')
  return withFilters(command)
    .option('--parallel <count>', 'files written at a time', wholeNumber(1, 64), 4)
    .option('--force', 'writes files anew that are other ones, or were changed since')
    .option('-n, --dry-run', 'only says what would be exported')
    .action(perform('export', exportVerb))
}

async function exportVerb(
  run: Run,
  options: ExportVerbOptions,
  ...operands: readonly string[]
): Promise<ExitCode | undefined> {
  const { output, signal } = run
  const [directory = ''] = operands
  if (directory.trim() === '') throw usageError('Name the folder to export into.')
  const target = await run.open('read')
  const filter = await filterOf(options, (path) => folderIdOf(target, path, signal))
  const total = await target.count({ filter }, signal)
  if (options.dryRun === true) {
    output.record({ would_export: total })
    output.result(`Would export ${formatItems(total, 'file')} into ${printable(directory)}.`)
    return
  }
  await mkdir(directory, { recursive: true }).catch((error) => {
    throw unreachable(`${directory} ${systemReason(error)}. Name another folder.`, error)
  })
  output.say(`Exporting ${formatItems(total, 'file')} into ${printable(directory)}`)
  run.howToGoOn('Run the same command again: it writes what is left.')
  const bar = run.startProgress({ total })
  const report = await exportAssets(target, {
    directory,
    query: { filter },
    parallel: options.parallel,
    force: options.force === true,
    signal,
    onDone: (bytes) => bar.advance(1, bytes),
    onWritten: ({ id }, path) => output.record({ path, status: 'written', id }),
  }).finally(() => bar.end())
  return tell(run, report)
}

function tell({ output }: Run, report: ExportReport): ExitCode | undefined {
  const { written, writtenBytes, here, refused, failure } = report
  const { green, red } = output.colours
  output.record({
    written,
    written_bytes: writtenBytes,
    here_already: here,
    refused: refused.length,
  })
  output.result(
    [
      `${failure === null ? green('✔') : red('✖')} ` +
        `${formatCount(written)} written (${formatBytes(writtenBytes)})`,
      ...(here > 0 ? [`${formatCount(here)} ${here === 1 ? 'was' : 'were'} here already`] : []),
      ...(refused.length > 0 ? [`${formatCount(refused.length)} refused`] : []),
    ].join('   '),
  )
  for (const { id, path, reason } of refused) {
    if (output.json) output.error(reason, { path, id, status: 'refused' })
    else output.error(`${path}   ${reason}`)
  }
  if (failure !== null) throw failure
  return refused.length > 0 ? EXIT.refused : undefined
}
