import type { AssetItem } from '../target/asset-item.ts'
import type { PlacedAsset } from './export-folders.ts'

/** One line of the list. */
export interface ExportEntry
  extends Omit<AssetItem, 'extension' | 'folder_id' | 'trashed_at' | 'updated_at' | 'status'> {
  /** Path of the file from the folder of the export, with slashes. */
  readonly path: string
  /** Names of its folders in the store, from the top. */
  readonly folder: readonly string[]
  /** Whose scope its folder is in; absent for a file in no folder. */
  readonly folder_created_by?: string | null
}

/** What the list says about an asset. */
export function entryOf({ asset, folder }: PlacedAsset, path: string): ExportEntry {
  const { extension, folder_id, trashed_at, updated_at, status, ...facts } = asset
  const location = { path, folder: folder?.path ?? [] }
  return folder === null
    ? { ...location, ...facts }
    : { ...location, folder_created_by: folder.created_by, ...facts }
}
