import { isApiClientError } from '@stowage/client'
import { isStowageError } from '@stowage/core'
import type { AssetItem } from '../target/asset-item.ts'
import type { CommonTarget, FolderItem } from '../target/target.ts'

/** Attempts to read a file and its folder as of one moment, while others move them. */
const ATTEMPTS = 3

/** The folders of a store in use. A folder that is made while an export runs is read when a file is in it. */
export interface ExportFolders {
  /** The folders that existed when the export began. */
  readonly first: readonly FolderItem[]
  /**
   * The file with its folder, `null` for none. When its folder was deleted since the file was listed, the file as it is
   * now. Rejects like `get` when the file was deleted.
   */
  placed(asset: AssetItem): Promise<PlacedAsset>
}

/** A file, and its folder. */
export interface PlacedAsset {
  readonly asset: AssetItem
  readonly folder: FolderItem | null
}

/** Reads the existing folders. */
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
