import { isApiClientError } from '@stowage/client'
import { putFolder } from '../listing/folders.ts'
import { client } from '../session/session.ts'

/** Folders that were created for the running uploads, by their path below the existing folder. */
const made = new Map<string, Promise<string>>()

/** The id of the folder `names` below `parentId`; creates missing folders. */
export async function makeFolder(
  parentId: string | null,
  names: readonly string[],
  signal: AbortSignal,
): Promise<string | null> {
  let path = parentId ?? ''
  let parent = parentId
  for (const name of names) {
    path += `/${name}`
    // Many files ask for the same folder at once, and a cancelled one must not fail the others.
    const known = made.get(path) ?? createOrFind(parent, name)
    made.set(path, known)
    const key = path
    known.catch(() => made.delete(key))
    parent = await known
    signal.throwIfAborted()
  }
  return parent
}

/** Forgets the folders, because another person may delete one later. */
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
