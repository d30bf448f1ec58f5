import type { AssetSort } from '@stowage/core/types'
import { type DefineVerb, describe } from '../../command/define.ts'
import type { Run } from '../../command/run.ts'
import { type FilterOptions, filterOf, withFilters } from '../../options/filters.ts'
import { readSort } from '../../options/sort.ts'
import { wholeNumber } from '../../options/whole-number.ts'
import { formatCount, formatItems } from '../../output/quantities.ts'
import type { AssetItem } from '../../target/asset-item.ts'
import { folderIdOf } from '../../target/folder-id.ts'
import type { FindQuery, Target } from '../../target/target.ts'
import { assetColumns } from './asset-table.ts'

interface LsOptions extends FilterOptions {
  readonly sort?: AssetSort
  readonly limit?: number
  readonly all?: boolean
  readonly trashed?: boolean
}

/** Lines that a person reads in one go. */
const DEFAULT_LIMIT = 100

/** `stowage ls` */
export const defineLs: DefineVerb = (perform) => {
  const command = describe('ls', 'Lists files, the newest first.', [
    ['ls --type image --tag beach --sort -size', 'the largest pictures of beaches'],
    ['ls --in Trips --q sunset', 'in a folder and those below it'],
    ["ls --size '>100MB' --created '<2025-01-01'", 'what is large and old'],
    ['ls --trashed', 'what is in the trash'],
    ['ls --json | jq -r .name', 'every file, for a program'],
    ['ls -q --type video | stowage trash -', 'ids alone, for another command'],
  ])
  return withFilters(command)
    .option(
      '--sort <field>',
      'created, updated, name, size, type, duration; -size: largest first',
      readSort,
    )
    .option(
      '--limit <count>',
      'at most so many (default: 100; all with --json and --quiet)',
      wholeNumber(1, 1e9),
    )
    .option('--all', 'without a limit')
    .option('--trashed', 'those in the trash instead')
    .action(perform('ls', list))
}

async function list(run: Run, options: LsOptions): Promise<undefined> {
  const { output, signal } = run
  const target = await run.open('read')
  const query: FindQuery = {
    filter: await filterOf(options, (path) => folderIdOf(target, path, signal)),
    ...(options.trashed === true && { trashed: 'only' }),
    ...(options.sort !== undefined && { sort: options.sort }),
  }
  const isStream = output.json || output.quiet
  const limit =
    options.limit ?? (options.all === true || isStream ? Number.POSITIVE_INFINITY : DEFAULT_LIMIT)
  if (isStream) await stream(run, target, query, limit)
  else await table(run, target, query, limit)
}

/** Keeps only one page of the list in memory, however long it is. */
async function stream(run: Run, target: Target, query: FindQuery, limit: number): Promise<void> {
  const { output, signal } = run
  let count = 0
  for await (const asset of target.find(query, signal)) {
    output.record(asset)
    output.result(asset.id)
    await output.drained()
    signal.throwIfAborted()
    count += 1
    if (count >= limit) return
  }
}

async function table(run: Run, target: Target, query: FindQuery, limit: number): Promise<void> {
  const { output, signal, io } = run
  const assets: AssetItem[] = []
  for await (const asset of target.find(query, signal)) {
    assets.push(asset)
    if (assets.length >= limit) break
  }
  if (assets.length === 0) {
    output.note(query.trashed === 'only' ? 'The trash has no such file.' : 'There is no such file.')
    return
  }
  const columns = io.stdout.isTTY === true ? io.stdout.columns : undefined
  output.table(assetColumns(columns, query.trashed === 'only'), assets)
  const total = assets.length < limit ? assets.length : await target.count(query, signal)
  if (total > assets.length) {
    output.note(
      `${formatCount(assets.length)} of ${formatItems(total, 'file')}. --all shows every one.`,
    )
  }
}
