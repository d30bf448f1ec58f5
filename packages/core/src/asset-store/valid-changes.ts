import { invalidArgument } from '../errors/invalid-argument.ts'
import { requireText } from '../errors/require-text.ts'
import type { AssetChanges } from '../model/asset.ts'
import { cleanFileName } from '../model/file-name.ts'

/** Only what may be changed, however the object came about. */
export function validChanges(changes: AssetChanges): AssetChanges {
  if (typeof changes !== 'object' || changes === null) {
    throw invalidArgument('changes', 'changes must be an object of what shall change.')
  }
  const { name, isFavourite, folderId } = changes
  const cleanName = typeof name === 'string' ? cleanFileName(name) : ''
  if (name !== undefined && cleanName === '') {
    throw invalidArgument('name', 'name must hold at least one character of a file name.')
  }
  if (isFavourite !== undefined && typeof isFavourite !== 'boolean') {
    throw invalidArgument('isFavourite', 'isFavourite must be true or false.')
  }
  if (folderId !== undefined && folderId !== null) requireText('folderId', folderId)
  return {
    ...(name !== undefined && { name: cleanName }),
    ...(isFavourite !== undefined && { isFavourite }),
    ...(folderId !== undefined && { folderId }),
  }
}
