import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { join } from 'node:path'
import { Semaphore, type SemaphoreOptions } from '../../async/semaphore.ts'
import { systemCode, translateErrors } from '../../errors/system-errors.ts'
import type { Staging } from '../../staging/staging.ts'
import type { Directories } from '../io/directories.ts'
import type { FileSystem } from '../io/file-system.ts'
import { FILE_MODE } from '../io/modes.ts'
import { FilesystemStagingFile } from './staging-file.ts'

/**
 * Staging files that all uploads of a store have open at once. Further files are closed while no call reads
 * or writes them, so that slow uploads do not use up the descriptors of the process.
 */
const OPEN_FILES = 64

const CREATE = constants.O_CREAT | constants.O_EXCL | constants.O_RDWR

interface FilesystemStagingOptions {
  readonly directory: string
  readonly directories: Directories
  readonly fileSystem: FileSystem
}

/**
 * Staging in a directory, one file per upload, under a random name that contains the process id. A sweep
 * keeps the files that this staging has open and removes others that were not written to for the given time.
 * An upload of another process still succeeds when a sweep removes its file.
 */
export function createFilesystemStaging(options: FilesystemStagingOptions): Staging {
  const { directory, directories, fileSystem } = options
  const open = new Set<string>()
  const places = new Semaphore(OPEN_FILES)

  async function create({ turn }: Pick<SemaphoreOptions, 'turn'>): Promise<FilesystemStagingFile> {
    const name = `${process.pid}-${randomBytes(16).toString('hex')}`
    const path = join(directory, name)
    open.add(name)
    try {
      const fd = await openNew(path, turn)
      const onDiscard = () => open.delete(name)
      return new FilesystemStagingFile({ fileSystem, fd, path, places, turn, onDiscard })
    } catch (error) {
      open.delete(name)
      throw error
    }
  }

  /** Opens the file and takes a place for it. */
  async function openNew(path: string, turn: SemaphoreOptions['turn']): Promise<number> {
    await places.take({ turn })
    try {
      return await directories.within(directory, () => fileSystem.open(path, CREATE, FILE_MODE))
    } catch (error) {
      places.give(turn)
      throw error
    }
  }

  async function sweep(
    olderThan: number,
    { keep = false, signal }: NonNullable<Parameters<Staging['sweep']>[1]>,
  ): Promise<number> {
    const before = Date.now() - olderThan
    let count = 0
    try {
      for await (const name of fileSystem.names(directory)) {
        signal?.throwIfAborted()
        if (open.has(name) || !(await isOlder(join(directory, name), before))) continue
        if (keep || (await remove(join(directory, name)))) count += 1
      }
    } catch (error) {
      // The directory does not exist: nothing was ever staged.
      if (systemCode(error) !== 'ENOENT') throw error
    }
    return count
  }

  async function isOlder(path: string, before: number): Promise<boolean> {
    return unlessGone(async () => {
      const stat = await fileSystem.stat(path)
      return stat.isFile() && stat.mtimeMs < before
    })
  }

  function remove(path: string): Promise<boolean> {
    return unlessGone(async () => {
      await fileSystem.unlink(path)
      return true
    })
  }

  return {
    create: ({ turn } = {}) => translateErrors(() => create({ turn })),
    sweep: (olderThan, options = {}) => translateErrors(() => sweep(olderThan, options)),
  }
}

/** `false` when the file was discarded meanwhile or swept by another process. */
async function unlessGone(work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work()
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false
    throw error
  }
}
