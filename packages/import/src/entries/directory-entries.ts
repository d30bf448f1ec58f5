import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { type DiskPath, diskPath, nameOfBytes } from './disk-path.ts'

/** An entry of a folder on disk. */
export interface DirectoryEntry {
  /** Its name as text. */
  readonly name: string
  /** Its path. Links are not resolved. */
  readonly path: DiskPath
  readonly kind: 'file' | 'folder' | 'link' | 'other'
}

/**
 * The entries of a folder, in code unit order, so that every run has the same order. Names that are not UTF-8 are read
 * as Latin-1, and opened by their bytes.
 */
export async function directoryEntries(folder: DiskPath): Promise<readonly DirectoryEntry[]> {
  const entries = await readdir(folder, { withFileTypes: true, encoding: 'buffer' })
  const found = entries.map((entry) => {
    const bytes = Buffer.concat([Buffer.from(folder as string), SLASH, entry.name])
    return { name: nameOfBytes(entry.name), path: diskPath(bytes), kind: kindOf(entry) }
  })
  return found.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Windows accepts it too. */
const SLASH = Buffer.from('/')

function kindOf(entry: Dirent<Buffer>): DirectoryEntry['kind'] {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'folder'
  return entry.isSymbolicLink() ? 'link' : 'other'
}
