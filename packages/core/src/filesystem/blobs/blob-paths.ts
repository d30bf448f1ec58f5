import { join } from 'node:path'
import { isBlobKey, requireBlobKey } from '../../blobs/blob-key.ts'
import { systemCode } from '../../errors/system-errors.ts'
import type { FileSystem } from '../io/file-system.ts'

const OUTER = /^[0-9a-z]{4}$/
const INNER = /^[0-9a-z]{2}$/

/** A blob's path under the root: `abcd/ef/abcdef…`, so that blobs of the same period share a directory. */
export function blobPath(root: string, key: string): string {
  requireBlobKey(key)
  return join(root, key.slice(0, 4), key.slice(4, 6), key)
}

/**
 * Every file at the path that belongs to a blob of its name, sorted by name, after `after`. Skips other
 * files. Holds the names of one directory in memory at a time: about 17 minutes of blobs.
 */
export async function* blobPaths(
  root: string,
  fileSystem: FileSystem,
  after: string,
): AsyncGenerator<{ readonly key: string; readonly path: string }> {
  const outers = await names(root, (name) => OUTER.test(name) && name >= after.slice(0, 4))
  for (const outer of outers) {
    const notBefore = (name: string) => outer + name >= after.slice(0, 6)
    const inners = await names(join(root, outer), (name) => INNER.test(name) && notBefore(name))
    for (const inner of inners) {
      const directory = join(root, outer, inner)
      const belongs = (name: string) => isBlobKey(name) && name.startsWith(outer + inner)
      const keys = await names(directory, (name) => belongs(name) && name > after)
      for (const key of keys) yield { key, path: join(directory, key) }
    }
  }

  async function names(directory: string, wanted: (name: string) => boolean): Promise<string[]> {
    const found: string[] = []
    try {
      for await (const name of fileSystem.names(directory)) if (wanted(name)) found.push(name)
    } catch (error) {
      // Not made yet, removed meanwhile, or a foreign file in place of a directory.
      if (!['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) throw error
    }
    return found.sort()
  }
}
