import { constants } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { errorCode } from '../../errors/error-facts.ts'
import type { FileSystem } from './file-system.ts'
import { nodeFileSystem } from './node-file-system.ts'
import { syncFile } from './sync-file.ts'

/** Errors of systems on a disk without hard links, such as exFAT and some network drives. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']

/**
 * Gives a complete file its name and never overwrites another (`EEXIST`). On a disk without hard links it copies the
 * file. The bytes of the copy are durable when this resolves, and a failed copy is removed. A process killed in the
 * middle leaves the incomplete copy under the name.
 */
export async function placeNew(
  part: string,
  target: string,
  fileSystem: FileSystem = nodeFileSystem,
): Promise<void> {
  try {
    await fileSystem.link(part, target)
  } catch (error) {
    if (!NO_LINKS.includes(String(errorCode(error)))) throw error
    // Node removes the remains of a failed copy.
    await copyFile(part, target, constants.COPYFILE_EXCL)
    try {
      await syncFile(fileSystem, target)
    } catch (failure) {
      await fileSystem.unlink(target).catch(() => {})
      throw failure
    }
  }
}
