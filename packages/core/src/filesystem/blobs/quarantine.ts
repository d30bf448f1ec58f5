import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { systemCode } from '../../errors/system-errors.ts'
import type { Directories } from '../io/directories.ts'
import type { FileSystem } from '../io/file-system.ts'
import { FILE_MODE } from '../io/modes.ts'

const CREATE = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY

/** Moves a file out of the blobs, durably. A path that does not exist or is no file counts as moved. */
type Quarantine = (path: string) => Promise<void>

/**
 * A directory for quarantined files, each under its own name. When that name is taken, the file gets a longer
 * one: an earlier file is never overwritten.
 */
export function createQuarantine(
  directory: string,
  fileSystem: FileSystem,
  directories: Directories,
): Quarantine {
  return async function quarantine(path) {
    if (!(await isThere(path))) return
    const target = await freeName(basename(path))
    try {
      await fileSystem.rename(path, target)
    } catch (error) {
      await fileSystem.unlink(target).catch(() => {})
      // Another call deleted or quarantined it meanwhile.
      if (systemCode(error) === 'ENOENT') return
      throw error
    }
    await directories.sync(directory)
    await directories.syncRemoved(dirname(path))
  }

  async function isThere(path: string): Promise<boolean> {
    try {
      return (await fileSystem.stat(path)).isFile()
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return false
      throw error
    }
  }

  /**
   * Reserves the name with an empty file, which the rename replaces, so that two calls at once never get the
   * same name.
   */
  async function freeName(name: string): Promise<string> {
    try {
      return await taken(join(directory, name))
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error
      return taken(join(directory, `${name}.${randomBytes(8).toString('hex')}`))
    }
  }

  async function taken(path: string): Promise<string> {
    const fd = await directories.within(directory, () => fileSystem.open(path, CREATE, FILE_MODE))
    await fileSystem.close(fd)
    return path
  }
}
