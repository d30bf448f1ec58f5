import { constants } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { errorCode } from '../../errors/error-facts.ts'
import type { FileSystem } from './file-system.ts'
import { nodeFileSystem } from './node-file-system.ts'
import { syncFile } from './sync-file.ts'

/** What systems say where a disk has no hard links, as exFAT and some network drives. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']

/**
 * Gives a whole file its name, and never writes over another: `EEXIST` then. Where a disk has no hard links it is
 * copied: the bytes of the copy are durable when this resolves, as those of `part` may be; nothing is left of one that
 * fails; and one that is killed in the middle stays under the name.
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
    // Node removes what it made of a copy that fails.
    await copyFile(part, target, constants.COPYFILE_EXCL)
    try {
      await syncFile(fileSystem, target)
    } catch (failure) {
      await fileSystem.unlink(target).catch(() => {})
      throw failure
    }
  }
}
