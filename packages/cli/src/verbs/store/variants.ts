import { Command } from 'commander'
import { type DefineVerb, describe, type Perform } from '../../command/define.ts'
import type { Run } from '../../command/run.ts'
import { refused } from '../../exit/cli-error.ts'
import { EXIT, type ExitCode } from '../../exit/exit-codes.ts'
import { type LocationModeOptions, locationMode, ofMode } from '../../options/location-mode.ts'
import { formatItems } from '../../output/quantities.ts'
import { countRecords } from '../../target/all-records.ts'

interface FillVerbOptions extends LocationModeOptions {
  readonly previews?: boolean
}

/** `stowage variants fill` */
export const defineVariants: DefineVerb = (perform) =>
  new Command('variants')
    .description('Thumbnails: makes those that are missing.')
    .addCommand(fillCommand(perform))

function fillCommand(perform: Perform): Command {
  return describe('fill', 'Makes missing thumbnails of the whole store.', [
    ['variants fill', 'after an import'],
    ['variants fill --previews', 'after an update that makes placeholders'],
    ['variants fill --location served', 'copies without the location too'],
  ])
    .option(
      '--previews',
      'makes thumbnails without a placeholder again, with the default settings, whatever those of your app are',
    )
    .addOption(locationMode())
    .action(perform('variants fill', fill))
}

async function fill(
  run: Run,
  { previews = false, ...mode }: FillVerbOptions,
): Promise<ExitCode | undefined> {
  const { output, signal } = run
  const { store } = await run.openStore('change', ofMode(mode))
  const makesCopies = mode.location === 'served'
  if (store.variants.names.length === 0 && !makesCopies) {
    throw refused(
      'No picture can be made here. Install the package @stowage/sharp beside stowage: npm install @stowage/sharp',
    )
  }
  run.howToGoOn('Nothing is lost: run the same command again.')
  const bar = run.startProgress({ total: await countRecords(store) })
  const { records, made, unneeded, failed, skipped } = await store.admin
    .fillVariants({ signal, previews, onProgress: ({ records }) => bar.set(records) })
    .finally(() => bar.end())
  output.record({ files: records, made, unneeded, failed, skipped })
  const mark = skipped === 0 ? output.colours.green('✔') : output.colours.red('✖')
  output.result(
    [
      `${mark} ${formatItems(records, 'file')} looked at: ${formatItems(made, makesCopies ? 'variant' : 'thumbnail')} made`,
      ...(unneeded > 0
        ? [`${formatItems(unneeded, 'file')} ${unneeded === 1 ? 'needs' : 'need'} none`]
        : []),
      ...(failed > 0 ? [`${formatItems(failed, 'file')} cannot be decoded`] : []),
      ...(skipped > 0 ? [`${formatItems(skipped, 'file')} could not be tried now`] : []),
    ].join('   '),
  )
  if (skipped > 0) output.note('Run the same command again later.')
  return skipped > 0 ? EXIT.refused : undefined
}
