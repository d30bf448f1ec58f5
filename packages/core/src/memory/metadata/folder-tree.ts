import {
  folderCycle,
  folderExists,
  folderNotFound,
  folderTooDeep,
} from '../../errors/folder-errors.ts'
import { type AssetScope, isInScope } from '../../model/asset-scope.ts'
import { type Folder, type FolderRecord, MAX_FOLDER_DEPTH } from '../../model/folder.ts'
import { siblingKey } from '../../text/sibling-key.ts'
import type { MemoryTable } from './transfer-tables.ts'

/** A folder without what follows from those above it. */
export type PlainFolder = Omit<FolderRecord, 'depth'>

/** The folders of a memory store as a tree, and its rules. */
export interface FolderTree {
  /** The folder of the tenant within the scope; `folder_not_found`. */
  find(tenant: string, id: string, scope?: AssetScope | null): PlainFolder
  /** All of them, in no order. */
  all(): readonly PlainFolder[]
  /** Those directly in it. */
  children(id: string): readonly PlainFolder[]
  /** The folder, then all folders in it, each before those in it. */
  subtree(folder: PlainFolder): readonly PlainFolder[]
  /** `folder_cycle`, `folder_too_deep` or `folder_exists` when this may not become of the folder. */
  assertFits(folder: PlainFolder): void
  set(folder: PlainFolder): void
  delete(id: string): void
  /** With its path. */
  shown(folder: PlainFolder): Folder
  /** What a transfer moves. */
  readonly table: MemoryTable<'folder'>
}

export function createFolderTree(): FolderTree {
  const folders = new Map<string, PlainFolder>()

  function parentOf({ parentId }: PlainFolder): PlainFolder | undefined {
    return parentId === null ? undefined : folders.get(parentId)
  }

  /** From the top down to it. A cycle is cut off; it exists only before `assertFits` has refused it. */
  function lineOf(folder: PlainFolder): readonly PlainFolder[] {
    const line = [folder]
    let parent = parentOf(folder)
    while (parent !== undefined && !line.includes(parent)) {
      line.unshift(parent)
      parent = parentOf(parent)
    }
    return line
  }

  function children(id: string): readonly PlainFolder[] {
    return [...folders.values()].filter(({ parentId }) => parentId === id)
  }

  function subtree(folder: PlainFolder): readonly PlainFolder[] {
    return [folder, ...children(folder.id).flatMap(subtree)]
  }

  function heightOf(folder: PlainFolder): number {
    return 1 + Math.max(0, ...children(folder.id).map(heightOf))
  }

  return {
    find(tenant, id, scope) {
      const folder = folders.get(id)
      if (folder?.tenant === tenant && isInScope(folder, scope)) return folder
      throw folderNotFound([id])
    },
    all: () => [...folders.values()],
    children,
    subtree,

    assertFits(folder) {
      const above = lineOf(folder).slice(0, -1)
      if (above.some(({ id }) => id === folder.id)) throw folderCycle()
      if (above.length + heightOf(folder) > MAX_FOLDER_DEPTH) throw folderTooDeep(MAX_FOLDER_DEPTH)
      const key = siblingKey(folder.name)
      const same = [...folders.values()].find(
        (other) =>
          other.id !== folder.id &&
          other.tenant === folder.tenant &&
          other.parentId === folder.parentId &&
          other.createdBy === folder.createdBy &&
          siblingKey(other.name) === key,
      )
      if (same !== undefined) throw folderExists(same.id)
    },

    set: (folder) => void folders.set(folder.id, folder),
    delete: (id) => void folders.delete(id),

    shown(folder) {
      return { ...folder, path: lineOf(folder).map(({ name }) => name) }
    },

    table: {
      rows: () =>
        [...folders].map(([id, folder]) => {
          return [null, id, { ...folder, depth: lineOf(folder).length }] as const
        }),
      set(_tenant, id, value) {
        folders.delete(id)
        if (value === null) return
        const { depth: _, ...folder } = value
        folders.set(id, folder)
      },
    },
  }
}
