import type { Run } from '../../command/run.ts'
import { usageError } from '../../exit/cli-error.ts'
import { EXIT, type ExitCode } from '../../exit/exit-codes.ts'
import { wordsOf } from '../../exit/explain-error.ts'
import { refusedIdsOf } from '../../exit/refused-ids.ts'
import { type FilterOptions, filterOf, hasFilter } from '../../options/filters.ts'
import { formatCount, formatItems } from '../../output/quantities.ts'
import { isUnchanged } from '../../target/already-so.ts'
import type { AssetItem } from '../../target/asset-item.ts'
import { folderIdOf } from '../../target/folder-id.ts'
import type { Target } from '../../target/target.ts'
import { type Change, trashedOf } from './change.ts'
import { dryRun, dryRunOfIds } from './dry-run.ts'
import { findAll } from './find-all.ts'
import { readIds } from './read-ids.ts'

/** Options of a verb that changes assets. */
export interface ChangeOptions extends FilterOptions {
  readonly yes?: boolean
  readonly dryRun?: boolean
}

/** Ids of one request. */
const BATCH = 1000

/** Changes the assets that ids or filters name. */
export async function changeAssets(
  run: Run,
  change: Change,
  options: ChangeOptions,
  operands: readonly string[],
): Promise<ExitCode | undefined> {
  const byFilter = hasFilter(options)
  if (operands.length > 0 === byFilter) {
    throw usageError(
      'Say which files: by their ids, by - to read ids from stdin, or by filters such as --tag. Not both.',
    )
  }
  const ids = byFilter ? undefined : await readIds(operands, run.io.stdin)
  const target = await run.open(options.dryRun === true ? 'read' : 'change')
  if (ids !== undefined) {
    if (options.dryRun === true) return dryRunOfIds(run, change, target, ids)
    if (change.alwaysAsks && !(await agreed(run, change, options, ids.length))) return EXIT.refused
    return changeIds(run, change, target, ids)
  }
  if (options.dryRun === true || change.verb === 'purge') {
    const assets = await findAll(target, options, run.signal, trashedOf(change))
    if (options.dryRun === true) return dryRun(run, change, assets)
    return purgeFound(run, change, options, target, assets)
  }
  return changeMatching(run, change, change.verb, options, target)
}

async function changeMatching(
  run: Run,
  change: Change,
  verb: 'trash' | 'restore',
  options: ChangeOptions,
  target: Target,
): Promise<ExitCode | undefined> {
  const { signal } = run
  const filter = await filterOf(options, (path) => folderIdOf(target, path, signal))
  const expected = await target.count({ filter, ...trashedOf(change) }, signal)
  if (expected === 0) return nothing(run, change)
  if (!(await agreed(run, change, options, expected))) return EXIT.refused
  run.howToGoOn('What was changed stays so. Run the same command again for the rest.')
  const bar = run.startProgress({ total: expected })
  try {
    const onProgress = (done: number): void => bar.set(done)
    const changed = await target.changeMatching(verb, filter, expected, { signal, onProgress })
    bar.end()
    return done(run, change, { changed, already: 0 })
  } finally {
    bar.end()
  }
}

async function purgeFound(
  run: Run,
  change: Change,
  options: ChangeOptions,
  target: Target,
  assets: readonly AssetItem[],
): Promise<ExitCode | undefined> {
  if (assets.length === 0) return nothing(run, change)
  if (!(await agreed(run, change, options, assets.length))) return EXIT.refused
  return changeIds(
    run,
    change,
    target,
    assets.map(({ id }) => id),
  )
}

/** A request is all or none: it reports the ids that made it fail, and sends the others again. */
async function changeIds(
  run: Run,
  change: Change,
  target: Target,
  ids: readonly string[],
): Promise<ExitCode | undefined> {
  const { signal, output } = run
  run.howToGoOn('What was changed stays so. Run the same command again for the rest.')
  const bar = run.startProgress({ total: ids.length })
  const refusals: { readonly id: string; readonly why: string }[] = []
  let same: ReadonlySet<string> = new Set()
  try {
    same = await isUnchanged(target, change.verb, ids, signal)
    for (let start = 0; start < ids.length; start += BATCH) {
      let batch = ids.slice(start, start + BATCH)
      while (batch.length > 0) {
        signal.throwIfAborted()
        try {
          await target[change.verb](batch, signal)
          break
        } catch (error) {
          const refused = new Set(refusedIdsOf(error, batch))
          if (refused.size === 0) throw error
          for (const id of refused) refusals.push({ id, why: wordsOf(error) })
          batch = batch.filter((id) => !refused.has(id))
        }
      }
      bar.advance(Math.min(BATCH, ids.length - start))
    }
  } finally {
    bar.end()
  }
  if (refusals.length < ids.length) {
    const refused = new Set(refusals.map(({ id }) => id))
    const through = ids.filter((id) => !refused.has(id))
    const already = through.filter((id) => same.has(id)).length
    done(run, change, { changed: through.length - already, already })
  }
  for (const { id, why } of refusals) output.error(`${id}: ${why}`, { id })
  return refusals.length > 0 ? EXIT.refused : undefined
}

async function agreed(
  run: Run,
  { will, warning = '' }: Change,
  { yes }: ChangeOptions,
  count: number,
): Promise<boolean> {
  if (yes === true) return true
  const words = will(formatItems(count, 'file'))
  const question = `${words.charAt(0).toUpperCase()}${words.slice(1)}?${warning}`
  if (await run.confirm(question)) return true
  run.output.note('Nothing was changed.')
  return false
}

function done(
  { output }: Run,
  { verb, did, wasSo, undo }: Change,
  { changed, already }: { readonly changed: number; readonly already: number },
): undefined {
  output.record({ verb, count: changed, already })
  const words =
    changed === 0 && already > 0
      ? `${formatItems(already, 'file')} ${wasSo(already)}`
      : did(formatItems(changed, 'file')) +
        (already > 0 ? `; ${formatCount(already)} ${wasSo(already)}` : '')
  output.result(`${output.colours.green('✔')} ${words}.`)
  if (undo !== undefined && changed > 0) output.note(undo)
}

function nothing({ output }: Run, { verb }: Change): undefined {
  output.record({ verb, count: 0, already: 0 })
  output.say('There is no such file: nothing to do.')
}
