import type { DefineVerb } from '../../command/define.ts'
import type { Run } from '../../command/run.ts'
import { usageError } from '../../exit/cli-error.ts'
import { hasFilter } from '../../options/filters.ts'
import { restoreFromBackup } from '../store/restore-from-backup.ts'
import { type Change, pluralWere } from './change.ts'
import { type ChangeOptions, changeAssets } from './change-assets.ts'
import { changeVerb } from './change-verb.ts'

const RESTORE: Change = {
  verb: 'restore',
  trashed: true,
  will: (files) => `take ${files} back out of the trash`,
  did: (files) => `${files} taken back out of the trash`,
  wasSo: (count) => `${pluralWere(count)} not in the trash`,
  alwaysAsks: false,
}

interface RestoreOptions extends ChangeOptions {
  readonly backup?: string
}

/** `stowage restore` */
export const defineRestore: DefineVerb = (perform) => {
  const summary = 'Takes files back out of the trash; or makes the store of a backup anew.'
  const command = changeVerb(perform, RESTORE, summary, [
    ['restore <id>', 'one file'],
    ['restore --tag draft', 'all with a tag that are in the trash; asks, and names the count'],
    ['ls -q --trashed | stowage restore -', 'all that is in the trash'],
    [
      'restore --backup /backup/media',
      'the store of a backup, into an empty folder; and checks it',
    ],
  ])
  return command
    .option('--backup <folder>', 'a backup to make the store of')
    .action(perform('restore', restore))
}

function restore(run: Run, options: RestoreOptions, ...operands: readonly string[]) {
  const { backup } = options
  if (backup === undefined) return changeAssets(run, RESTORE, options, operands.flat())
  if (operands.flat().length > 0 || hasFilter(options)) {
    throw usageError('--backup brings back the whole store. Leave out ids and filters.')
  }
  return restoreFromBackup(run, backup)
}
