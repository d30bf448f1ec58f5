import { StowageError } from './stowage-error.ts'

/** `folder_not_found`, with the ids in the order given. */
export function folderNotFound(ids: readonly string[]): StowageError {
  return new StowageError(
    'folder_not_found',
    'There is no such folder; it may have been deleted. `folders.list()` returns those that exist.',
    { context: { ids } },
  )
}

/** `folder_exists`, with the id of the folder that has the name. */
export function folderExists(id?: string): StowageError {
  return new StowageError(
    'folder_exists',
    'A folder of this name is there already; upper and lower case are the same. Use another name.',
    { context: id === undefined ? {} : { id } },
  )
}

/** `folder_cycle`. */
export function folderCycle(): StowageError {
  return new StowageError(
    'folder_cycle',
    'A folder cannot be moved into itself or a folder in it. Name a folder elsewhere.',
  )
}

/** `folder_too_deep`; `limit` of nested folders. */
export function folderTooDeep(limit: number): StowageError {
  return new StowageError(
    'folder_too_deep',
    `At most ${limit} folders may lie within each other. Name a folder further up.`,
    { context: { limit } },
  )
}

/** `folder_not_empty` */
export function folderNotEmpty(): StowageError {
  return new StowageError(
    'folder_not_empty',
    'The folder is not empty. Move what is in it, or pass `assets` to delete the folders in it too.',
  )
}
