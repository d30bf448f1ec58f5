import { isStowageError } from '../errors/stowage-error.ts'
import type { Folders } from './folders.ts'

/** Names in other systems may contain slashes; ours may not. */
const SLASHES = /[/\\]/g

/** The id of the folder with these names from the top. Makes missing folders. `null` without a name. */
export async function makeFolders(
  folders: Folders,
  names: readonly string[],
): Promise<string | null> {
  let parentId: string | null = null
  for (const name of names) parentId = await makeFolder(folders, name, parentId)
  return parentId
}

async function makeFolder(
  folders: Folders,
  name: string,
  parentId: string | null,
): Promise<string> {
  try {
    return (await folders.create({ name: name.replace(SLASHES, '_'), parentId })).id
  } catch (error) {
    if (isStowageError(error, 'folder_exists') && error.context.id !== undefined) {
      return error.context.id
    }
    throw error
  }
}
