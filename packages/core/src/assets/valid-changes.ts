import { requireText } from '../arguments/require-text.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { assertKnown, knownOptions } from '../options/known-options.ts'
import { OWN_OPTIONS } from '../own-data/own-data.ts'
import { requireOwnData } from '../own-data/own-data-check.ts'
import { requireTypedName } from '../text/file-name.ts'
import type { AssetChanges } from './asset.ts'

const CHANGES = knownOptions<AssetChanges>('update', {
  name: true,
  isFavourite: true,
  folderId: true,
  ...OWN_OPTIONS,
})

/** The changes, without what is undefined. `invalid_argument` for anything that may not be changed. */
export function validChanges(changes: AssetChanges): AssetChanges {
  if (typeof changes !== 'object' || changes === null) {
    throw invalidArgument('changes', 'changes must be an object of what shall change.')
  }
  assertKnown(CHANGES, changes)
  const { name, isFavourite, folderId } = changes
  if (isFavourite !== undefined && typeof isFavourite !== 'boolean') {
    throw invalidArgument('isFavourite', 'isFavourite must be true or false.')
  }
  if (folderId !== undefined && folderId !== null) requireText('folderId', folderId)
  return {
    ...(name !== undefined && { name: requireTypedName('name', name, 'file') }),
    ...(isFavourite !== undefined && { isFavourite }),
    ...(folderId !== undefined && { folderId }),
    ...requireOwnData(changes),
  }
}
