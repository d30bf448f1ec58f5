import type { AssetChanges } from '../asset/asset.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { cleanFileName } from '../intake/file-name.ts'

/** Only what may be changed, however the object came about. */
export function validChanges({ name, isFavourite, folderId }: AssetChanges): AssetChanges {
  const cleanName = typeof name === 'string' ? cleanFileName(name) : ''
  if (name !== undefined && cleanName === '') {
    throw invalidArgument('name', 'name must hold at least one character of a file name.')
  }
  if (isFavourite !== undefined && typeof isFavourite !== 'boolean') {
    throw invalidArgument('isFavourite', 'isFavourite must be true or false.')
  }
  if (folderId !== undefined && folderId !== null && typeof folderId !== 'string') {
    throw invalidArgument('folderId', 'folderId must be the id of a folder, or null.')
  }
  return {
    ...(name !== undefined && { name: cleanName }),
    ...(isFavourite !== undefined && { isFavourite }),
    ...(folderId !== undefined && { folderId }),
  }
}
