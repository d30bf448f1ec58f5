import { isApiClientError } from '@stowage/client'
import { putFolder } from '../listing/folders.ts'
import { client } from '../session/session.ts'

/** Folders that were made for the uploads that run, by their path below the folder that was there. */
const made = new Map<string, Promise<string>>()

/** The id of the folder `names` below `parentId`; makes those that are not there. */
export async function makeFolder(
  parentId: string | null,
  names: readonly string[],
  signal: AbortSignal,
): Promise<string | null> {
  let path = parentId ?? ''
  let parent = parentId
  for (const name of names) {
    path += `/${name}`
    // Many files ask at once for the same folder; one that was cancelled must not fail the others.
    const known = made.get(path) ?? createOrFind(parent, name)
    made.set(path, known)
    const key = path
    known.catch(() => made.delete(key))
    parent = await known
    signal.throwIfAborted()
  }
  return parent
}

/** Another person may delete a folder later. */
export function forgetFolders(): void {
  made.clear()
}

async function createOrFind(parentId: string | null, name: string): Promise<string> {
  try {
    const folder = await client().folders.create({ name, parent_id: parentId })
    await putFolder(folder)
    return folder.id
  } catch (error) {
    if (!isApiClientError(error) || error.code !== 'folder_exists') throw error
    const id = error.errors[0]?.meta?.folder_id
    if (typeof id !== 'string') throw error
    return id
  }
}
