import type { Run } from '../../command/run.ts'
import { EXIT, type ExitCode } from '../../exit/exit-codes.ts'
import { wordsOf } from '../../exit/explain-error.ts'
import { refusedIdsOf } from '../../exit/refused-ids.ts'
import { formatBytes, formatItems } from '../../output/quantities.ts'
import type { AssetItem } from '../../target/asset-item.ts'
import type { Target } from '../../target/target.ts'
import { assetColumns } from './asset-table.ts'
import type { Change } from './change.ts'

/** Lines on a screen. */
const SHOWN = 20

/** Says what the change would do to the assets of these ids. */
export async function dryRunOfIds(
  run: Run,
  change: Change,
  target: Target,
  ids: readonly string[],
): Promise<ExitCode | undefined> {
  const { output, signal } = run
  if (change.trashed) {
    const wanted = new Set(ids)
    const found: AssetItem[] = []
    for await (const asset of target.find({ filter: {}, trashed: 'only' }, signal)) {
      if (wanted.delete(asset.id)) found.push(asset)
      if (wanted.size === 0) break
    }
    for (const id of wanted) output.error(`${id} is not in the trash.`, { id })
    dryRun(run, change, found)
    return wanted.size > 0 ? EXIT.refused : undefined
  }
  const found: AssetItem[] = []
  let exitCode: ExitCode | undefined
  for (const id of ids) {
    try {
      found.push(await target.get(id, signal))
    } catch (error) {
      if (refusedIdsOf(error, [id]).length === 0) throw error
      output.error(`${id}: ${wordsOf(error)}`, { id })
      exitCode = EXIT.refused
    }
  }
  dryRun(run, change, found)
  return exitCode
}

/** Says what the change would do to these assets. */
export function dryRun(
  { output, io }: Run,
  change: Change,
  assets: readonly AssetItem[],
): undefined {
  for (const asset of assets) output.record(asset)
  const bytes = formatBytes(assets.reduce((sum, { size }) => sum + size, 0))
  output.result(`Would ${change.will(formatItems(assets.length, 'file'))}, ${bytes}.`)
  if (assets.length === 0) return
  const columns = io.stdout.isTTY === true ? io.stdout.columns : undefined
  output.table(assetColumns(columns, change.trashed), assets.slice(0, SHOWN))
  if (assets.length > SHOWN)
    output.say(`… and ${formatItems(assets.length - SHOWN, 'more', 'more')}`)
}
