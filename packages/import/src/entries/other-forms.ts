import path from 'node:path'
import { composed } from './composed.ts'
import { type DirectoryEntry, directoryEntries } from './directory-entries.ts'
import type { DiskPath } from './disk-path.ts'

/** Folders whose names are remembered: a table names files folder by folder. */
const MAX_REMEMBERED = 16
/** The most characters of a name to look for. No file system allows more. */
const MAX_NAME = 1024

/** Finds files whose names are composed in another way on disk, as a Mac or a zip tool writes them. */
export interface OtherForms {
  /**
   * The one path below the root that differs from this one only in that; `null` when there is none, or more than one.
   */
  find(at: string): Promise<DiskPath | null>
}

type Names = ReadonlyMap<string, readonly DirectoryEntry[]>

/** For paths below this folder. Reads a folder once, as long as it is among the last 16. */
export function createOtherForms(root: string): OtherForms {
  const remembered = new Map<string, Promise<Names>>()

  function namesIn(folder: DiskPath): Promise<Names> {
    const key = Buffer.from(folder as string).toString('latin1')
    const known = remembered.get(key) ?? namesOf(folder)
    remembered.delete(key)
    remembered.set(key, known)
    const [oldest] = remembered.keys()
    if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
    return known
  }

  return {
    async find(target) {
      let at: DiskPath = root
      for (const name of path.relative(root, target).split(path.sep)) {
        if (name.length > MAX_NAME) return null
        const same: readonly DirectoryEntry[] = (await namesIn(at)).get(composed(name)) ?? []
        const [only, another] = same
        const exact = same.find((entry) => entry.name === name)
        if (only === undefined || (another !== undefined && exact === undefined)) return null
        at = (exact ?? only).path
      }
      return at
    },
  }
}

/** Empty for a path that cannot be read or is not a folder. */
async function namesOf(folder: DiskPath): Promise<Names> {
  const names = new Map<string, DirectoryEntry[]>()
  for (const entry of await directoryEntries(folder).catch(() => [])) {
    const key = composed(entry.name)
    const same = names.get(key)
    if (same === undefined) names.set(key, [entry])
    else same.push(entry)
  }
  return names
}
