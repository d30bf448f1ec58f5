import { type AssetScope, isInScope } from '../../assets/asset-scope.ts'
import {
  folderCycle,
  folderExists,
  folderNotFound,
  folderTooDeep,
} from '../../errors/folder-errors.ts'
import { type Folder, type FolderRecord, MAX_FOLDER_DEPTH } from '../../folders/folder.ts'
import { siblingKey } from '../../text/sibling-key.ts'
import type { MemoryTable } from './transfer-tables.ts'

/** A folder without the values that derive from its subfolders. */
export type PlainFolder = Omit<FolderRecord, 'height'>

/** The folders of a memory store as a tree, and its rules. */
export interface FolderTree {
  /** The folder of the tenant within the scope; `folder_not_found`. */
  find(tenant: string, id: string, scope?: AssetScope | null): PlainFolder
  /** The folder of any tenant, without checks. */
  get(id: string): PlainFolder | undefined
  /** All folders, in no order. */
  all(): readonly PlainFolder[]
  /** The folders directly in it. */
  children(id: string): readonly PlainFolder[]
  /** Whether no folder is in it. */
  isLeaf(id: string): boolean
  /** The ids of the folders directly in these. */
  idsIn(parents: readonly string[]): Iterable<string>
  /** The folder, then all folders below it, each before its own subfolders. */
  subtree(folder: PlainFolder): readonly PlainFolder[]
  /** `folder_cycle`, `folder_too_deep` or `folder_exists` when the folder may not become this. */
  assertFits(folder: PlainFolder): void
  set(folder: PlainFolder): void
  delete(id: string): void
  /** The folder with its path. */
  shown(folder: PlainFolder): Folder
  /** What a transfer moves. */
  readonly table: MemoryTable<'folder'>
}

export function createFolderTree(): FolderTree {
  const folders = new Map<string, PlainFolder>()
  /** The ids of the folders in each folder and at the top, so that no call walks over all folders. */
  const inner = new Map<string | null, Set<string>>()

  function remove(id: string): void {
    const folder = folders.get(id)
    if (folder === undefined) return
    folders.delete(id)
    const siblings = inner.get(folder.parentId)
    siblings?.delete(id)
    if (siblings?.size === 0) inner.delete(folder.parentId)
  }

  function set(folder: PlainFolder): void {
    const before = folders.get(folder.id)
    if (before?.parentId !== folder.parentId) remove(folder.id)
    folders.set(folder.id, folder)
    const siblings = inner.get(folder.parentId) ?? new Set()
    inner.set(folder.parentId, siblings.add(folder.id))
  }

  function parentOf({ parentId }: PlainFolder): PlainFolder | undefined {
    return parentId === null ? undefined : folders.get(parentId)
  }

  /** The folders from the top down to this one. Cuts off a cycle, which exists only before `assertFits` refuses it. */
  function lineOf(folder: PlainFolder): readonly PlainFolder[] {
    const line = [folder]
    let parent = parentOf(folder)
    while (parent !== undefined && !line.includes(parent)) {
      line.unshift(parent)
      parent = parentOf(parent)
    }
    return line
  }

  function children(id: string | null): readonly PlainFolder[] {
    return [...(inner.get(id) ?? [])].flatMap((each) => folders.get(each) ?? [])
  }

  function* idsIn(parents: readonly string[]): Generator<string> {
    for (const id of parents) yield* inner.get(id) ?? []
  }

  function subtree(folder: PlainFolder): readonly PlainFolder[] {
    return [folder, ...children(folder.id).flatMap(subtree)]
  }

  function heightOf(folder: PlainFolder): number {
    return 1 + children(folder.id).reduce((height, each) => Math.max(height, heightOf(each)), 0)
  }

  return {
    find(tenant, id, scope) {
      const folder = folders.get(id)
      if (folder?.tenant === tenant && isInScope(folder, scope)) return folder
      throw folderNotFound([id])
    },
    get: (id) => folders.get(id),
    all: () => [...folders.values()],
    children,
    idsIn,
    isLeaf: (id) => !inner.has(id),
    subtree,

    assertFits(folder) {
      const above = lineOf(folder).slice(0, -1)
      if (above.some(({ id }) => id === folder.id)) throw folderCycle()
      if (above.length + heightOf(folder) > MAX_FOLDER_DEPTH) throw folderTooDeep(MAX_FOLDER_DEPTH)
      const key = siblingKey(folder.name)
      const same = children(folder.parentId).find(
        (other) =>
          other.id !== folder.id &&
          other.tenant === folder.tenant &&
          other.createdBy === folder.createdBy &&
          siblingKey(other.name) === key,
      )
      if (same !== undefined) throw folderExists(same.id)
    },

    set,
    delete: remove,

    shown(folder) {
      return { ...folder, path: lineOf(folder).map(({ name }) => name) }
    },

    table: {
      rows: () =>
        [...folders].map(([id, folder]) => {
          return [null, id, { ...folder, height: heightOf(folder) }] as const
        }),
      set(_tenant, id, value) {
        remove(id)
        if (value === null) return
        const { height: _, ...folder } = value
        set(folder)
      },
    },
  }
}
