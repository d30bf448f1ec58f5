import { siblingKey } from '@stowage/core/internal'
import { refused } from '../exit/cli-error.ts'
import { isUuid } from './answered.ts'
import type { CommonTarget, FolderItem } from './target.ts'

/** The id of a folder, named by its path, such as `Trips/2026`, or by its id. */
export async function folderIdOf(
  target: Pick<CommonTarget, 'folders'>,
  path: string,
  signal: AbortSignal,
): Promise<string> {
  if (isUuid(path)) return path
  let id: string | null = null
  for (const name of path.split('/').filter((part) => part !== '')) {
    const found: FolderItem | undefined = named(await target.folders(signal, id), name)
    if (found === undefined) throw refused(`There is no folder ${JSON.stringify(path)}.`)
    id = found.id
  }
  if (id === null)
    throw refused(`${JSON.stringify(path)} names no folder. For files in none: --folder none`)
  return id
}

/** The store tells siblings apart by these keys. */
function named(folders: readonly FolderItem[], name: string): FolderItem | undefined {
  const key = siblingKey(name)
  return folders.find((folder) => siblingKey(folder.name) === key)
}
