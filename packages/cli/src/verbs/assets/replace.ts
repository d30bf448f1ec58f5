import { type Asset, type AssetStore, fromPath } from '@stowage/core'
import { type DefineVerb, describe } from '../../command/define.ts'
import type { Run } from '../../command/run.ts'
import { assertThere } from '../../files/assert-there.ts'
import { type LocationModeOptions, locationMode, ofMode } from '../../options/location-mode.ts'
import { wholeNumber } from '../../options/whole-number.ts'
import { printable } from '../../output/printable.ts'
import { formatBytes } from '../../output/quantities.ts'
import { itemOfStore } from '../../target/asset-item.ts'

/** How to replace content. */
export interface ReplaceVerbOptions extends LocationModeOptions {
  readonly name?: string
  readonly keepDays?: number
}

/** Reads `--keep-days`, in `replace` and `restore-version`. */
export const keepDays: (text: string) => number = wholeNumber(0, 3650)

/** `stowage replace` */
export const defineReplace: DefineVerb = (perform) =>
  describe('replace', 'Gives a file of the store another content. Its id and its URLs stay.', [
    ['replace <id> photo.jpg', 'the name stays; what it had can be restored for 30 days'],
    ['replace <id> photo.jpg --name sunset.jpg', 'with another name'],
    ['replace <id> photo.jpg --keep-days 0', 'without a way back'],
  ])
    .argument('<id>', 'as "stowage ls" shows it')
    .argument('<file>', 'the new content')
    .option('--name <name>', 'the name that it gets')
    .option('--keep-days <days>', 'how long the old content is kept (default: 30)', keepDays)
    .addOption(locationMode())
    .action(perform('replace', replace))

async function replace(
  run: Run,
  { name, keepDays: days, ...mode }: ReplaceVerbOptions,
  ...operands: readonly string[]
): Promise<undefined> {
  const [id = '', file = ''] = operands
  run.localLocation()
  await assertThere(file)
  const { store } = await run.openStore('change', {
    ...ofMode(mode),
    ...(days !== undefined && { versions: { days } }),
  })
  const { signal } = run
  const before = await store.get(id, { signal })
  run.howToGoOn('The file in the store is as it was. Run the same command again.')
  const options = { signal, ...(name !== undefined && { name }) }
  const after = await store.versions.replace(id, fromPath(file), options)
  run.output.record(itemOfStore(after))
  if (after.sha256 === before.sha256) {
    run.output.result(`${printable(after.name)} had this content already.`)
    return
  }
  const size = formatBytes(after.size)
  run.output.result(
    `${run.output.colours.green('✔')} ${printable(after.name)} has another content (${size}).`,
  )
  await printUndoHint(run, store, before)
}

/** Prints how to restore the content that an asset had before this command. */
export async function printUndoHint(
  { output, signal }: Run,
  store: AssetStore,
  { id, sha256 }: Pick<Asset, 'id' | 'sha256'>,
): Promise<void> {
  const versions = await store.versions.list(id, { signal })
  const version = versions.find((one) => one.sha256 === sha256)
  if (version !== undefined) output.note(`Undo: stowage restore-version ${id} ${version.id}`)
}
