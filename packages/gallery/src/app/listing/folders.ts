import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { type Folder, isApiClientError } from '@stowage/client'
import { client, noteFailure, session } from '../session/session.ts'
import { type FolderNode, treeOf } from './tree-of.ts'

export type { FolderNode } from './tree-of.ts'

const PER_PAGE = 100
/** Above this many folders, reloading all costs less than asking for each. */
const FEW = 10

const current = signal<readonly Folder[] | null>(null)

/** All folders; `null` until they are known. */
export const folders: ReadonlySignal<readonly Folder[] | null> = current

/** The folders at the top level, each with those below it. */
export const folderTree: ReadonlySignal<readonly FolderNode[]> = computed(() =>
  treeOf(current.value ?? []),
)

export function folderById(id: string): Folder | undefined {
  return current.value?.find((folder) => folder.id === id)
}

export function nodeById(id: string): FolderNode | undefined {
  let level = folderTree.value
  for (const name of folderById(id)?.attributes.path ?? []) {
    const node = level.find((other) => other.name === name)
    if (node === undefined || node.id === id) return node
    level = node.children
  }
  return undefined
}

/** "Trips / 2026"; `undefined` when there is no such folder. */
export function pathText(id: string): string | undefined {
  return folderById(id)?.attributes.path.join(' / ')
}

let running: Promise<void> | null = null
let again = false

/** Reloads the folders. Calls during a reload cause one more reload afterwards. */
export function reloadFolders(): Promise<void> {
  again = running !== null
  running ??= ask().finally(() => {
    running = null
    if (again) void reloadFolders()
  })
  return running
}

/**
 * Asks again for the folders that a change affects: how many files they hold, and whether they exist. `null`: it is not
 * known which.
 */
export async function refreshFolders(ids: ReadonlySet<string> | null): Promise<void> {
  if (ids === null || ids.size > FEW) return reloadFolders()
  await Promise.all([...ids].map(refreshFolder))
}

/** Shows a folder that was created or changed. When its path has changed, reloads the folders below it. */
export async function putFolder(folder: Folder): Promise<void> {
  const before = folderById(folder.id)
  const others = (current.value ?? []).filter(({ id }) => id !== folder.id)
  const { name, parent_id } = folder.attributes
  const isAfter = ({ attributes }: Folder): boolean =>
    attributes.parent_id === parent_id && attributes.name.localeCompare(name) > 0
  const at = others.findIndex(isAfter)
  const meta = folder.meta ?? before?.meta
  current.value = others.toSpliced(at < 0 ? others.length : at, 0, { ...folder, meta })
  // A reload that is under way brings an older state.
  again ||= running !== null
  const path = before?.attributes.path.join('/')
  const isElsewhere = before !== undefined && path !== folder.attributes.path.join('/')
  if (isElsewhere && (before.meta?.folders ?? 0) > 0) await reloadFolders()
}

/** Removes a folder with all that is below it. */
export function dropFolder(id: string): void {
  const gone = new Set([id])
  const drop = (nodes: readonly FolderNode[]): void => {
    for (const node of nodes) {
      gone.add(node.id)
      drop(node.children)
    }
  }
  drop(nodeById(id)?.children ?? [])
  current.value = (current.value ?? []).filter((folder) => !gone.has(folder.id))
  again ||= running !== null
}

async function refreshFolder(id: string): Promise<void> {
  try {
    await putFolder(await client().folders.get(id, { with_meta: '1' }))
  } catch (error) {
    if (isApiClientError(error) && error.code === 'folder_not_found') dropFolder(id)
    else if (!noteFailure(error)) console.warn(error)
  }
}

async function ask(): Promise<void> {
  try {
    const all: Folder[] = []
    for (let page = 1, last = 1; page <= last; page += 1) {
      const { data, meta } = await client().folders.list({
        page,
        per_page: PER_PAGE,
        with_meta: '1',
      })
      all.push(...data)
      last = meta.last_page
    }
    current.value = all
  } catch (error) {
    // The folders stay as they were, because files can be seen without them.
    if (!noteFailure(error)) console.warn(error)
  }
}

// The next person has folders of their own.
session.subscribe(({ status }) => {
  if (status === 'signed-out') current.value = null
})
