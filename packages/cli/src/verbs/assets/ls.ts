import type { AssetSort } from '@stowage/core/types'
import type { Command } from 'commander'
import { type DefineVerb, describe } from '../../command/define.ts'
import type { Run } from '../../command/run.ts'
import { filterWords } from '../../options/filter-words.ts'
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
  return listing(command).action(perform('ls', list))
}

/** `stowage search`: `ls --q` for those who look for that word. */
export const defineSearch: DefineVerb = (perform) => {
  const command = describe('search', 'Lists the files that have these words.', [
    ['search red bicycle', 'in names, titles, alternative texts and tags'],
    [
      'search invoice --type document --created ">2026-01-01"',
      'and more conditions, as "ls" has them',
    ],
  ])
  const find = (run: Run, options: LsOptions, ...words: readonly string[]) =>
    list(run, {
      ...options,
      q: [...words, ...(options.q === undefined ? [] : [options.q])].join(' '),
    })
  return listing(command).argument('<words...>').action(perform('search', find))
}

/** Adds what a list takes. */
function listing(command: Command): Command {
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
  else await table(run, target, query, { limit, options })
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

async function table(
  run: Run,
  target: Target,
  query: FindQuery,
  { limit, options }: { readonly limit: number; readonly options: LsOptions },
): Promise<void> {
  const { output, signal, io } = run
  const assets: AssetItem[] = []
  for await (const asset of target.find(query, signal)) {
    assets.push(asset)
    if (assets.length >= limit) break
  }
  if (assets.length === 0) {
    output.note(noMatch(options))
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

/** What was looked for without a match, and how to look for more. */
function noMatch(options: LsOptions): string {
  const isTrash = options.trashed === true
  const words = filterWords(options)
  if (words.length === 0) {
    return isTrash
      ? 'The trash is empty.'
      : 'There are no files. "stowage import <folder>" stores some, and --trashed lists the trash.'
  }
  const wider = [
    words.length > 1 ? 'Leave one of these out' : 'Leave it out to list all',
    ...(options.folder === undefined || options.folder === 'none'
      ? []
      : ['look below the folder too with --in']),
    ...(hasSeveral(options.tag) ? ['ask for any of the tags with --any-tag'] : []),
    isTrash ? 'look outside the trash without --trashed' : 'look in the trash with --trashed',
  ]
  const last = wider.pop()
  const where = isTrash ? ' in the trash' : ''
  return `No file${where} matches ${words.join(' ')}. ${wider.join(', ')}, or ${last}.`
}

function hasSeveral(given: LsOptions['tag']): boolean {
  return Array.isArray(given) && given.length > 1
}
