import { type AssetStore, type Imported, type ImportItem, isStowageError } from '@stowage/core'
import type { ImportOptions } from '@stowage/core/types'
import type { ImportEntry } from '../entries/entry.ts'
import { retrying } from './retrying.ts'

/** The ids of folders that this import has made or found, by their names. */
export type KnownFolders = Map<string, string | null>

interface Context {
  readonly into: readonly string[]
  readonly known: KnownFolders
  readonly call: ImportOptions
}

/** Imports one file. Tries again when the store is unavailable, if the source can be opened again. */
export async function importOne(
  store: AssetStore,
  entry: ImportEntry,
  context: Context,
): Promise<Imported> {
  const work = () => importInFolder(store, entry.item, context)
  return typeof entry.item.source === 'function' ? retrying(work, context.call.signal) : work()
}

/** Looks up each folder once, and again when it was deleted meanwhile. */
async function importInFolder(
  store: AssetStore,
  item: ImportItem,
  { into, known, call }: Context,
): Promise<Imported> {
  const { folder = [], ...others } = item
  const { folderCreatedBy, createdBy = null } = item
  if (item.folderId !== undefined) return store.admin.import(item, call)
  const names = [...into, ...(typeof folder === 'string' ? folder.split('/') : folder)]
  if (names.length === 0) return store.admin.import(others, call)
  const owner = folderCreatedBy === undefined ? createdBy : folderCreatedBy
  const key = JSON.stringify([owner, names])
  const folderId = known.get(key)
  if (folderId !== undefined) {
    try {
      return await store.admin.import({ ...others, folderId }, call)
    } catch (error) {
      if (!isStowageError(error, 'folder_not_found') || typeof item.source !== 'function')
        throw error
      known.delete(key)
    }
  }
  const imported = await store.admin.import({ ...others, folder: names }, call)
  if (imported.outcome === 'stored') known.set(key, imported.asset.folderId)
  return imported
}
