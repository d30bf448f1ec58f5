import { nameOnDisk, safeFileName, suffixedName } from '../files/safe-name.ts'
import type { FolderItem } from '../target/target.ts'
import type { PlacedAsset } from './export-folders.ts'
import { safeTopName } from './own-names.ts'

/** Where one asset goes, and where it was. */
export interface ExportPlace {
  /** From the folder of the export, with slashes. */
  readonly path: string
  /** Where an earlier export put it; `null` when there was none, or when it is the same path. */
  readonly earlier: string | null
}

/**
 * Gives each asset its own path. The first keeps its name; others with the same name get the end of their id after it.
 * An asset keeps its path from an earlier export as long as its name and folder stay.
 */
export function createExportPaths(
  folders: readonly FolderItem[],
  earlier: ReadonlyMap<string, string>,
): (placed: PlacedAsset) => ExportPlace {
  /** Paths in use, as file systems tell them apart, and the asset at each. */
  const taken = new Map<string, string>()
  for (const [id, path] of earlier) taken.set(nameOnDisk(path), id)
  for (const { path } of folders) keepFree(path)

  /** A file cannot have the name of a folder next to it. */
  function keepFree(names: readonly string[]): void {
    names.forEach((_, depth) => {
      taken.set(nameOnDisk(namesOnDisk(names.slice(0, depth + 1)).join('/')), '')
    })
  }

  return ({ asset, folder }) => {
    const folderNames = folder?.path ?? []
    keepFree(folderNames)
    const before = earlier.get(asset.id) ?? null
    // The end of an id is random; its beginning is a time.
    const candidates = ['', ` ${asset.id.slice(-6)}`, ` ${asset.id}`].map((suffix) =>
      pathOf(folderNames, asset.name, suffix),
    )
    const isFree = (path: string) => (taken.get(nameOnDisk(path)) ?? asset.id) === asset.id
    const kept = candidates.find((path) => path === before && isFree(path))
    const path = kept ?? candidates.find(isFree) ?? String(candidates.at(-1))
    taken.set(nameOnDisk(path), asset.id)
    return { path, earlier: path === before ? null : before }
  }
}

function pathOf(folder: readonly string[], name: string, suffix: string): string {
  const safe = folder.length === 0 ? safeTopName(name) : safeFileName(name)
  return [...namesOnDisk(folder), suffixedName(safe, suffix)].join('/')
}

function namesOnDisk(folder: readonly string[]): string[] {
  return folder.map((name, depth) => (depth === 0 ? safeTopName(name) : safeFileName(name)))
}
