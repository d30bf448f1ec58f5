import { finishRestore, restoreBackup } from '../../backup/restore-backup.ts'
import type { Run } from '../../command/run.ts'
import { usageError } from '../../exit/cli-error.ts'
import { EXIT, type ExitCode } from '../../exit/exit-codes.ts'
import { printable } from '../../output/printable.ts'
import { problemLine } from '../../output/problem-line.ts'
import { formatBytes, formatItems } from '../../output/quantities.ts'

/** `stowage restore --backup`: makes a store from a backup, and checks that it is complete. */
export async function restoreFromBackup(run: Run, backup: string): Promise<ExitCode | undefined> {
  const { output, signal } = run
  const { directory, postgres, s3 } = run.localLocation()
  if (postgres !== undefined || s3 !== undefined) {
    throw usageError(
      'A backup is restored into a folder. From there "stowage migrate" moves it to a database or a bucket.',
    )
  }
  run.howToGoOn('Run the same command again: it begins anew in the same folder.')
  let bar = run.startProgress({ total: 0 })
  const { files } = await restoreBackup({
    backup,
    directory,
    signal,
    onCounted: (total) => bar.grow({ total }),
    onCopied: () => bar.advance(1),
  }).finally(() => bar.end())
  const { store } = await run.openStore('change')
  bar = run.startProgress({ total: files })
  const report = await store.admin
    .verify({ signal, onProgress: ({ files }) => bar.set(files) })
    .finally(() => bar.end())
  await finishRestore(directory)
  for (const problem of report.problems) output.error(problemLine(problem))
  const { records, bytes, problems } = report
  output.record({ records, files, bytes, problems: problems.length })
  const mark = problems.length === 0 ? output.colours.green('✔') : output.colours.red('✖')
  const verdict = problems.length === 0 ? 'whole' : formatItems(problems.length, 'problem')
  output.result(
    `${mark} ${formatItems(records, 'asset')} (${formatBytes(bytes)}) in ${printable(directory)}: ${verdict}`,
  )
  return problems.length === 0 ? undefined : EXIT.refused
}
