import type { DefineVerb } from '../../command/define.ts'
import { type Change, pluralWere } from './change.ts'
import { changeVerb } from './change-verb.ts'

const PURGE: Change = {
  verb: 'purge',
  trashed: true,
  will: (files) => `delete ${files} for good`,
  did: (files) => `${files} deleted for good`,
  wasSo: (count) => `${pluralWere(count)} deleted for good already`,
  alwaysAsks: true,
  warning: ' This cannot be undone.',
}

/** `stowage purge` */
export const definePurge: DefineVerb = (perform) =>
  changeVerb(perform, PURGE, 'Deletes files of the trash for good. This cannot be undone.', [
    ['purge <id>', 'one file of the trash; asks'],
    ['purge --in Trips --dry-run', 'says what of the trash would go'],
    ['ls -q --trashed | stowage purge --yes -', 'empties the trash, without a question'],
  ])
