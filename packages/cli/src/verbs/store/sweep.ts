import { type DefineVerb, describe } from '../../command/define.ts'
import type { Run } from '../../command/run.ts'
import { EXIT, type ExitCode } from '../../exit/exit-codes.ts'
import { wholeNumber } from '../../options/whole-number.ts'
import { formatItems } from '../../output/quantities.ts'
import { nameOfLocation } from '../../target/name-of-location.ts'
import { countOldTrash } from '../../target/old-trash.ts'
import { openAudited } from '../../target/open-audited.ts'

interface SweepVerbOptions {
  readonly retentionDays?: number
  readonly yes?: boolean
  readonly dryRun?: boolean
}

/** `stowage sweep` */
export const defineSweep: DefineVerb = (perform) =>
  describe('sweep', 'Removes what broken uploads left, and empties the trash by age if told to.', [
    ['sweep', 'what crashed or abandoned uploads left, once its time is over'],
    ['sweep --retention-days 30', 'also what has been in the trash for longer; asks'],
    ['sweep --retention-days 30 --yes', 'the same for cron, daily'],
  ])
    .option(
      '--retention-days <days>',
      'deletes for good what has been in the trash for longer, of all tenants',
      wholeNumber(1, 36_500),
    )
    .option('-y, --yes', 'does not ask')
    .option('-n, --dry-run', 'only says what would be deleted')
    .action(perform('sweep', sweep))

async function sweep(run: Run, options: SweepVerbOptions): Promise<ExitCode | undefined> {
  const { output, signal } = run
  const { retentionDays, dryRun = false } = options
  const location = run.localLocation()
  const trash = retentionDays === undefined ? {} : { trash: { retentionDays } }
  const access = dryRun ? 'read' : 'change'
  const { store, close } = await openAudited(location, access, output.warning, trash)
  run.onEnd(close)
  const old = retentionDays === undefined ? 0 : await countOldTrash(store, retentionDays, signal)
  const what = `${formatItems(old, 'file')} that ${old === 1 ? 'has' : 'have'} been in the trash for ${formatItems(retentionDays ?? 0, 'day')}`
  if (dryRun) {
    output.record({ would_purge: old })
    output.result(
      retentionDays === undefined ? 'No file would be deleted.' : `Would delete ${what} for good.`,
    )
    return
  }
  if (old > 0 && options.yes !== true) {
    const question = `Delete ${what}, in ${nameOfLocation(location)}, for good? This cannot be undone.`
    if (!(await run.confirm(question))) {
      output.note('Nothing was changed.')
      return EXIT.refused
    }
  }
  const report = await store.admin.sweep({ signal })
  const { purged, expired, blobs, stagingFiles, skipped, retentionPostponed } = report
  output.record({
    purged,
    expired,
    blobs,
    staging_files: stagingFiles,
    skipped,
    retention_postponed: retentionPostponed,
  })
  output.result(
    `${output.colours.green('✔')} ${formatItems(purged + expired, 'file')} deleted for good, ` +
      `${formatItems(blobs + stagingFiles, 'remain')} of uploads removed`,
  )
  if (skipped) output.note('Another process is sweeping: it does the rest.')
  if (retentionPostponed && retentionDays !== undefined) {
    output.note(
      'Nothing was deleted by its age: a clock that leaps must not empty the trash. Run it again in a minute, then daily.',
    )
  }
}
