import { join } from 'node:path'
import { isBlobKey, requireBlobKey } from '../blobs/blob-key.ts'
import type { FileSystem } from './file-system.ts'
import { systemCode } from './system-errors.ts'

const OUTER = /^[0-9a-z]{4}$/
const INNER = /^[0-9a-z]{2}$/

/** A blob's place under the root: `abcd/ef/abcdef…`, so that blobs of one span of time lie together. */
export function blobPath(root: string, key: string): string {
  requireBlobKey(key)
  return join(root, key.slice(0, 4), key.slice(4, 6), key)
}

/** Every file that lies where a blob of its name belongs. Whatever else is there is passed over. */
export async function* blobPaths(
  root: string,
  fileSystem: FileSystem,
): AsyncGenerator<{ readonly key: string; readonly path: string }> {
  for await (const outer of names(root, (name) => OUTER.test(name))) {
    for await (const inner of names(join(root, outer), (name) => INNER.test(name))) {
      const directory = join(root, outer, inner)
      const belongs = (name: string) => isBlobKey(name) && name.startsWith(outer + inner)
      for await (const key of names(directory, belongs)) yield { key, path: join(directory, key) }
    }
  }

  async function* names(directory: string, wanted: (name: string) => boolean) {
    try {
      for await (const name of fileSystem.names(directory)) if (wanted(name)) yield name
    } catch (error) {
      // Not there yet, removed meanwhile, or a foreign file where a directory belongs.
      if (!['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) throw error
    }
  }
}
