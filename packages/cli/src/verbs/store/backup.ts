import { type DefineVerb, describe } from '../../command/define.ts'
import type { Run } from '../../command/run.ts'
import { whenFree } from '../../command/when-free.ts'
import { EXIT, type ExitCode } from '../../exit/exit-codes.ts'
import { printable } from '../../output/printable.ts'
import { problemLine, problemRecord } from '../../output/problem-line.ts'
import { formatBytes, formatCount, formatItems } from '../../output/quantities.ts'
import { countRecords } from '../../target/all-records.ts'

interface BackupVerbOptions {
  readonly checksums?: boolean
}

/** `stowage backup` */
export const defineBackup: DefineVerb = (perform) =>
  describe('backup', 'Copies the whole store into a folder, while it is in use.', [
    ['backup /backup/media', 'the next run copies what is new'],
    ['backup /backup/media --checksums', 'reads what earlier runs have copied, too'],
    ['restore --backup /backup/media', 'makes the store anew from it'],
  ])
    .argument('<folder>', 'empty, or with an earlier backup of this store')
    .option('--checksums', 'reads earlier copies, and copies anew what has rotted')
    .action(perform('backup', backup))

async function backup(
  run: Run,
  options: BackupVerbOptions,
  ...operands: readonly string[]
): Promise<ExitCode | undefined> {
  const { output, signal } = run
  const [directory = ''] = operands
  const { store } = await run.openStore('change')
  run.howToGoOn('The backup before is whole. Run the same command again.')
  const bar = run.startProgress({ total: await countRecords(store) })
  const report = await whenFree(run, () =>
    store.admin.backup({
      directory,
      signal,
      checksums: options.checksums === true,
      onProgress: ({ records }) => bar.set(records),
    }),
  ).finally(() => bar.end())
  const { records, copied, bytes, kept, removed, problems } = report
  for (const problem of problems) {
    if (output.json) output.record(problemRecord(problem))
    else output.error(problemLine(problem))
  }
  output.record({ records, copied, bytes, kept, removed, problems: problems.length })
  const mark = problems.length === 0 ? output.colours.green('✔') : output.colours.red('✖')
  output.result(
    [
      `${mark} ${formatItems(records, 'asset')} in ${printable(directory)}: ` +
        `${formatItems(copied, 'file')} copied (${formatBytes(bytes)})`,
      ...(kept > 0 ? [`${formatCount(kept)} ${kept === 1 ? 'was' : 'were'} there already`] : []),
      ...(removed > 0 ? [`${formatCount(removed)} removed that the store has no more`] : []),
      ...(problems.length > 0 ? [`${formatCount(problems.length)} could not be copied`] : []),
    ].join('   '),
  )
  return problems.length > 0 ? EXIT.refused : undefined
}
