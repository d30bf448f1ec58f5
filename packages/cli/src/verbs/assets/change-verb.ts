import type { Command } from 'commander'
import { describe, type Example, type Perform } from '../../command/define.ts'
import type { Run } from '../../command/run.ts'
import { withFilters } from '../../options/filters.ts'
import type { Change } from './change.ts'
import { type ChangeOptions, changeAssets } from './change-assets.ts'

/** The command of a verb that changes many assets. */
export function changeVerb(
  perform: Perform,
  change: Change,
  summary: string,
  examples: readonly Example[],
): Command {
  const { verb } = change
  const work = (run: Run, options: ChangeOptions, ...operands: readonly string[]) =>
    changeAssets(run, change, options, operands.flat())
  return withFilters(
    describe(verb, summary, examples).argument('[ids...]', 'ids; - reads them from stdin'),
  )
    .option('-y, --yes', 'does not ask')
    .option('-n, --dry-run', 'only says what would be done')
    .action(perform(verb, work))
}
