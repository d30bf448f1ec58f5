import { mustBe } from '../arguments/must-be.ts'
import { requireText } from '../arguments/require-text.ts'
import { assertKnown, knownOptions } from '../options/known-options.ts'
import { CALLS } from '../store/known-options.ts'
import { requireTypedName } from '../text/file-name.ts'
import type { CreateFolderOptions, FolderChanges } from './folders.ts'

const CHANGES = knownOptions<FolderChanges>('folders.update', { name: true, parentId: true })

/** Checks the argument of `folders.create`. `invalid_argument` when something is not of the documented form. */
export function requireNewFolder(options: CreateFolderOptions): Required<CreateFolderOptions> {
  if (typeof options !== 'object' || options === null) {
    throw mustBe('options', 'an object with a name', options)
  }
  assertKnown(CALLS.createFolder, options)
  const { name, parentId = null } = options
  return {
    name: requireTypedName('name', name, 'folder'),
    parentId: requireFolderId(parentId, 'parentId'),
  }
}

/** The changes without undefined members. `invalid_argument` for anything that may not be changed. */
export function requireFolderChanges(changes: FolderChanges): FolderChanges {
  if (typeof changes !== 'object' || changes === null) {
    throw mustBe('changes', 'an object of what shall change', changes)
  }
  assertKnown(CHANGES, changes)
  const { name, parentId } = changes
  return {
    ...(name !== undefined && { name: requireTypedName('name', name, 'folder') }),
    ...(parentId !== undefined && { parentId: requireFolderId(parentId, 'parentId') }),
  }
}

/** The same id, or `null`; else `invalid_argument`. */
export function requireFolderId(id: string | null, argument: string): string | null {
  return id === null ? null : requireText(argument, id)
}
