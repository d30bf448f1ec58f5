import type { DefineVerb } from '../../command/define.ts'
import { type Change, pluralWere } from './change.ts'
import { changeVerb } from './change-verb.ts'

const TRASH: Change = {
  verb: 'trash',
  trashed: false,
  will: (files) => `move ${files} to the trash`,
  did: (files) => `${files} moved to the trash`,
  wasSo: (count) => `${pluralWere(count)} in the trash already`,
  alwaysAsks: false,
  undo: 'Undo: stowage restore with the same ids or filters.',
}

/** `stowage trash` */
export const defineTrash: DefineVerb = (perform) =>
  changeVerb(
    perform,
    TRASH,
    'Moves files to the trash, from where "stowage restore" takes them back.',
    [
      ['trash <id> <id>', 'these'],
      ['trash --tag draft', 'all with a tag; asks, and names the count'],
      ['trash --tag draft --dry-run', 'only says which these are'],
      ['ls -q --type video | stowage trash -', 'ids of another command'],
    ],
  )
