import { dirname } from 'node:path'
import { systemCode } from '../../errors/system-errors.ts'
import type { FileSystem } from './file-system.ts'
import { DIRECTORY_MODE } from './modes.ts'
import { nodeFileSystem } from './node-file-system.ts'

/**
 * Makes a directory and its missing parents, so that their names survive a power loss. `path` is absolute.
 * Leaves an existing name as it is. Rejects with the system's error.
 */
export async function makeDirectory(
  path: string,
  fileSystem: FileSystem = nodeFileSystem,
): Promise<void> {
  try {
    await makeOne(path, fileSystem)
  } catch (error) {
    if (systemCode(error) !== 'ENOENT' || dirname(path) === path) throw error
    await makeDirectory(dirname(path), fileSystem)
    await makeOne(path, fileSystem)
  }
  // Also for an existing directory: the process that made it may have died before its sync.
  await fileSystem.syncDirectory(dirname(path))
}

async function makeOne(path: string, fileSystem: FileSystem): Promise<void> {
  try {
    await fileSystem.mkdir(path, DIRECTORY_MODE)
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error
  }
}
