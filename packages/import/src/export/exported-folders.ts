import type { Asset, AssetStore, Folder } from '@stowage/core'
import { nullIfGone } from './null-if-gone.ts'

/** Attempts to read a file and its folders as of one moment, while others move them. */
const ATTEMPTS = 3

/** The folders of an archive that is written while the tenant is in use. */
export interface ExportedFolders {
  /** The folders that existed at the beginning, a line for each. */
  readonly first: string
  /**
   * The folder of the file to write next, and a line for each folder that the archive still lacks. The file is in no
   * folder when its own was deleted.
   */
  complete(
    file: Pick<Asset, 'id' | 'folderId'>,
  ): Promise<{ readonly folderId: string | null; readonly lines: string }>
}

/** Reads the existing folders. */
export async function exportedFolders(
  store: AssetStore,
  signal: AbortSignal,
): Promise<ExportedFolders> {
  /** The parent of each folder that the archive has, by its id. */
  const written = new Map<string, string | null>()

  function lineOf({ tenant: _, ...folder }: Folder): string {
    written.set(folder.id, folder.parentId)
    return `${JSON.stringify(folder)}\n`
  }

  /** `null` when it, or a folder above it, was deleted meanwhile. */
  async function missingAbove(id: string | null): Promise<readonly Folder[] | null> {
    const missing: Folder[] = []
    for (let at = id; at !== null; ) {
      const known = written.get(at)
      if (known !== undefined) at = known
      else {
        const folder = await nullIfGone(store.folders.get(at, { signal }))
        if (folder === null) return null
        missing.push(folder)
        at = folder.parentId
      }
    }
    return missing
  }

  const lines: string[] = []
  for (let page = 1; ; page += 1) {
    const { folders, perPage } = await store.folders.list({ page, signal })
    lines.push(...folders.map(lineOf))
    if (folders.length < perPage) break
  }

  return {
    first: lines.join(''),
    async complete(file) {
      let { folderId } = file
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        const missing = await missingAbove(folderId)
        if (missing !== null) {
          return { folderId, lines: missing.map(lineOf).join('') }
        }
        // When the folder was written, another folder may have been above it.
        for (let at = folderId; at !== null; ) {
          const above: string | null = written.get(at) ?? null
          written.delete(at)
          at = above
        }
        const now = await nullIfGone(store.get(file.id, { trashed: 'include', signal }))
        folderId = now?.folderId ?? null
      }
      return { folderId: null, lines: '' }
    },
  }
}
