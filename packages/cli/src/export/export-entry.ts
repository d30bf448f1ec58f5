import type { AssetItem } from '../target/asset-item.ts'

/** The list of an export, in its folder. `stowage import --manifest` reads it. */
export const MANIFEST = 'manifest.jsonl'

/** One line of the list. */
export interface ExportEntry
  extends Omit<AssetItem, 'extension' | 'folder_id' | 'trashed_at' | 'updated_at' | 'status'> {
  /** Where the file is, from the folder of the export, with slashes. */
  readonly path: string
  /** Names of its folders in the store, from the top. */
  readonly folder: readonly string[]
}

/** What the list says about an asset. */
export function entryOf(asset: AssetItem, path: string, folder: readonly string[]): ExportEntry {
  const { extension, folder_id, trashed_at, updated_at, status, ...facts } = asset
  return { path, folder, ...facts }
}
