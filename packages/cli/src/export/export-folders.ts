import { isApiClientError } from '@stowage/client'
import { isStowageError } from '@stowage/core'
import type { AssetItem } from '../target/asset-item.ts'
import type { CommonTarget, FolderItem } from '../target/target.ts'

/** Attempts to read a file and its folder of one moment, while others move them. */
const ATTEMPTS = 3

/** The folders of a store in use: those that are made while an export runs are read when a file lies in them. */
export interface ExportFolders {
  /** Those that were there when the export began. */
  readonly first: readonly FolderItem[]
  /**
   * The file with the folder that it lies in, `null` for none: as it is now, when its folder went away since it was listed.
   * Rejects as `get` when the file did.
   */
  placed(asset: AssetItem): Promise<PlacedAsset>
}

/** A file, and the folder that it lies in. */
export interface PlacedAsset {
  readonly asset: AssetItem
  readonly folder: FolderItem | null
}

/** Reads the folders that there are. */
export async function openExportFolders(
  source: Pick<CommonTarget, 'folders' | 'folder' | 'get'>,
  signal: AbortSignal,
): Promise<ExportFolders> {
  const first = await source.folders(signal)
  const known = new Map(first.map((folder) => [folder.id, folder]))

  async function folderOf(id: string): Promise<FolderItem | null> {
    const folder = known.get(id) ?? (await source.folder(id, signal).catch(nullWhenGone))
    if (folder !== null) known.set(id, folder)
    return folder
  }

  return {
    first,
    async placed(listed) {
      let asset = listed
      for (let attempt = 1; asset.folder_id !== null; attempt += 1) {
        const folder = await folderOf(asset.folder_id)
        if (folder !== null) return { asset, folder }
        if (attempt > ATTEMPTS) break
        asset = await source.get(asset.id, signal)
      }
      return { asset, folder: null }
    },
  }
}

function nullWhenGone(error: unknown): null {
  if (isStowageError(error, 'folder_not_found')) return null
  if (isApiClientError(error) && error.code === 'folder_not_found') return null
  throw error
}
