import { abandonMigration } from '@stowage/migrate'
import { type DefineVerb, describe } from '../../command/define.ts'
import type { Run } from '../../command/run.ts'
import { EXIT, type ExitCode } from '../../exit/exit-codes.ts'
import { type DestinationOptions, type Move, moveOf } from '../../options/migrate-location.ts'
import { wholeNumber } from '../../options/whole-number.ts'
import { printable } from '../../output/printable.ts'
import { problemLine, problemRecord } from '../../output/problem-line.ts'
import { formatBytes, formatCount, formatItems } from '../../output/quantities.ts'
import { countRecords } from '../../target/all-records.ts'
import { nameOfLocation } from '../../target/name-of-location.ts'
import { locate, type Moved, moveStore } from './move-store.ts'

interface MigrateVerbOptions extends DestinationOptions {
  readonly parallel: number
  readonly abandon?: boolean
  readonly inUse?: boolean
  readonly yes?: boolean
}

/** `stowage migrate` */
export const defineMigrate: DefineVerb = (perform) =>
  describe('migrate', 'Moves the store to another folder, database or bucket. Deletes nothing.', [
    ['migrate --to-directory /new/media', 'records and files, into a folder'],
    [
      'migrate --to-postgres postgres://… --to-s3 s3://bucket',
      'both, to where many machines share it',
    ],
    ['migrate --to-postgres postgres://…', 'records alone'],
    ['migrate --to-s3 s3://bucket', 'files alone'],
    ['migrate --abandon', 'gives up a move of records that broke off'],
  ])
    .option('--to-directory <folder>', 'a folder, for what nothing else is named for')
    .option(
      '--to-postgres <url>',
      'an empty database for the records. Others see a password here: set STOWAGE_TO_POSTGRES',
    )
    .option('--to-s3 <bucket>', 'an empty bucket or prefix for the files')
    .option('--parallel <count>', 'files copied at a time', wholeNumber(1, 64), 4)
    .option('--in-use', 'files alone: what has the store open opens its files in both places')
    .option('--abandon', 'the records stay where they are, and take changes again')
    .option('-y, --yes', 'does not ask')
    .action(perform('migrate', migrate))

async function migrate(run: Run, options: MigrateVerbOptions): Promise<ExitCode | undefined> {
  const { output } = run
  const location = run.localLocation()
  const move = options.abandon === true ? null : moveOf(location, options, run.io.env)
  const { store, close } = await run.openStore('read')
  const total = await countRecords(store)
  await close()
  if (move === null) {
    await abandonMigration({ from: await locate(run, location) })
    output.record({ abandoned: true })
    output.result(
      'The move is given up. Begin again with an empty database. In PostgreSQL, DROP SCHEMA stowage CASCADE empties the one that was begun.',
    )
    return
  }
  const question =
    `Move ${formatItems(total, 'file')} from ${nameOfLocation(location)} to ${nameOfLocation(move.to)}? ` +
    (move.movesRecords
      ? 'It may be in use. Services of the old place end when the records have moved.'
      : 'Records stay, so nothing else may have the store open, unless it opens its files in both places with movingBlobs: then say --in-use.')
  if (options.yes !== true && !(await run.confirm(question))) {
    output.note('Nothing was moved.')
    return EXIT.refused
  }
  run.howToGoOn('Nothing is lost. Run the same command again: it goes on.')
  return tell(
    run,
    move,
    await moveStore(run, move, {
      parallel: options.parallel,
      total,
      inUse: options.inUse === true,
    }),
  )
}

function tell(
  { output }: Run,
  { to, movesFiles }: Move,
  { files, records, proof }: Moved,
): ExitCode | undefined {
  const { problems } = proof
  const copied = (files?.copied ?? 0) + proof.copied
  const bytes = (files?.bytes ?? 0) + proof.bytes
  for (const problem of problems) {
    if (output.json) output.record(problemRecord(problem))
    else output.error(problemLine(problem))
  }
  output.record({
    files_copied: copied,
    bytes,
    files_there: files?.kept ?? 0,
    entries: records?.entries ?? 0,
    files_proven: proof.copied + proof.kept,
    problems: problems.length,
  })
  const mark = problems.length === 0 ? output.colours.green('✔') : output.colours.red('✖')
  const parts = [
    ...(movesFiles ? [`${formatItems(copied, 'file')} (${formatBytes(bytes)})`] : []),
    ...(files !== null && files.kept > 0 ? [`${formatCount(files.kept)} there already`] : []),
    ...(records === null ? [] : [formatItems(records.entries, 'entry', 'entries')]),
    `${formatItems(proof.copied + proof.kept, 'file')} proven to be there`,
    ...(problems.length > 0 ? [formatItems(problems.length, 'problem')] : []),
  ]
  output.result(`${mark} moved to ${printable(nameOfLocation(to))}: ${parts.join('   ')}`)
  output.note('Open the store there from now on. Keep the old place until there is a backup.')
  return problems.length > 0 ? EXIT.refused : undefined
}
