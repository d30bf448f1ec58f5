import { type DefineVerb, describe } from '../../command/define.ts'
import type { Run } from '../../command/run.ts'
import { printable } from '../../output/printable.ts'
import { formatBytes } from '../../output/quantities.ts'
import { itemOfStore } from '../../target/asset-item.ts'
import { keepDays, printUndoHint, type ReplaceVerbOptions } from './replace.ts'

/** `stowage restore-version` */
export const defineRestoreVersion: DefineVerb = (perform) =>
  describe('restore-version', 'Gives a file the content again that it had before.', [
    ['restore-version <id> <version>', 'what it has now becomes a version'],
    ['versions <id>', 'says which versions there are'],
  ])
    .argument('<id>', 'as "stowage ls" shows it')
    .argument('<version>', 'as "stowage versions" shows it')
    .option('--keep-days <days>', 'how long the present content is kept (default: 30)', keepDays)
    .action(perform('restore-version', restoreVersion))

async function restoreVersion(
  run: Run,
  { keepDays: days }: ReplaceVerbOptions,
  ...operands: readonly string[]
): Promise<undefined> {
  const [id = '', version = ''] = operands
  const { output, signal } = run
  const { store } = await run.openStore('change', days === undefined ? {} : { versions: { days } })
  const before = await store.get(id, { signal })
  const after = await store.versions.restore(id, version, { signal })
  output.record(itemOfStore(after))
  output.result(
    `${output.colours.green('✔')} ${printable(after.name)} has the content of that version (${formatBytes(after.size)}).`,
  )
  await printUndoHint(run, store, before)
}
