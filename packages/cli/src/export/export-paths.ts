import { nameOnDisk, safeFileName, suffixedName } from '../files/safe-name.ts'
import type { AssetItem } from '../target/asset-item.ts'
import type { FolderItem } from '../target/target.ts'
import { MANIFEST } from './export-entry.ts'

/** Where files that are not whole yet wait. */
export const PARTS = '.stowage-parts'

/** Where one asset goes, and where it was. */
export interface ExportPlace {
  /** From the folder of the export, with slashes. */
  readonly path: string
  /** Where an earlier export has put it; `null` when there was none, or when it is the same. */
  readonly earlier: string | null
  /** Names of its folders in the store. */
  readonly folder: readonly string[]
}

/** Names at the top of the folder that are the export's own. */
const OWN = [MANIFEST, `${MANIFEST}.part`, PARTS]

/**
 * Gives each asset a path of its own. The first keeps its name; others of the same name have the end of their id behind
 * it. An asset keeps the path that an earlier export gave it while its name and folder stay.
 */
export function createExportPaths(
  folders: readonly FolderItem[],
  earlier: ReadonlyMap<string, string>,
): (asset: AssetItem) => ExportPlace {
  const namesOf = new Map(folders.map(({ id, path }) => [id, path]))
  /** Paths that are in use, as file systems tell them apart, and by which asset. */
  const taken = new Map<string, string>()
  for (const name of OWN) taken.set(nameOnDisk(name), '')
  // A file cannot have the name of a folder beside it.
  for (const { path } of folders) taken.set(nameOnDisk(directoryOf(path).slice(0, -1)), '')
  for (const [id, path] of earlier) taken.set(nameOnDisk(path), id)

  return (asset) => {
    const folder = namesOf.get(asset.folder_id ?? '') ?? []
    const directory = directoryOf(folder)
    const name = safeFileName(asset.name)
    const before = earlier.get(asset.id) ?? null
    // The end of an id is random, its beginning is a time.
    const candidates = ['', ` ${asset.id.slice(-6)}`, ` ${asset.id}`].map(
      (suffix) => `${directory}${suffixedName(name, suffix)}`,
    )
    if (before !== null && candidates.includes(before)) {
      return { path: before, earlier: null, folder }
    }
    const free =
      candidates.find((path) => !taken.has(nameOnDisk(path))) ?? candidates.at(-1) ?? name
    taken.set(nameOnDisk(free), asset.id)
    return { path: free, earlier: before, folder }
  }
}

function directoryOf(names: readonly string[]): string {
  return names.map((name, depth) => `${depth === 0 ? notOwn(name) : safeFileName(name)}/`).join('')
}

/** A folder of the store may be called like the list of the export, or like where files wait and are removed. */
function notOwn(name: string): string {
  const safe = safeFileName(name)
  const isOwn = OWN.some((own) => nameOnDisk(own) === nameOnDisk(safe))
  return isOwn ? suffixedName(safe, '_') : safe
}
