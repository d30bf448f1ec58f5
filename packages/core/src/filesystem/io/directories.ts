import { dirname, relative } from 'node:path'
import { systemCode } from '../../errors/system-errors.ts'
import { createDirectorySync } from './directory-sync.ts'
import type { FileSystem } from './file-system.ts'
import { DIRECTORY_MODE } from './modes.ts'

/** Directories remembered as durable. Forgetting one costs a `mkdir` and a sync, nothing else. */
const REMEMBERED = 4096
/** How often a directory may be removed between being made and being used. */
const ATTEMPTS = 10

/** The directories under a root: made when they are needed, removed when they are empty. */
export interface Directories {
  /** Runs `create`, which makes a name in the directory. Makes a missing directory first. */
  within<Result>(directory: string, create: () => Promise<Result>): Promise<Result>
  /** Resolves when the names in the directory, its own name and those above it are durable. */
  sync(directory: string): Promise<void>
  /** Resolves when removals of names from the directory are durable. The directory may be gone itself. */
  syncRemoved(directory: string): Promise<void>
  /** Removes the directory if it is empty, then its empty parents up to the root, which stays. Never rejects. */
  prune(directory: string): Promise<void>
}

export function createDirectories(root: string, fileSystem: FileSystem): Directories {
  const syncNames = createDirectorySync(fileSystem)
  /** Each directory with the work that makes it durable, done or under way. */
  const durable = new Map<string, Promise<void>>()

  function ensure(directory: string): Promise<void> {
    const known = durable.get(directory)
    if (known !== undefined) return known
    const making = make(directory)
    durable.set(directory, making)
    making.catch(() => {
      if (durable.get(directory) === making) durable.delete(directory)
    })
    const [oldest] = durable.keys()
    if (durable.size > REMEMBERED && oldest !== undefined) durable.delete(oldest)
    return making
  }

  async function make(directory: string): Promise<void> {
    const parent = dirname(directory)
    if (isWithin(directory)) await ensure(parent)
    const isNew = await makeUnder(parent, directory)
    // Another process that made it may not have synced it yet. The directories above the root belong to the
    // operator.
    if (isNew || isWithin(directory)) await syncNames(parent)
  }

  async function makeUnder(parent: string, directory: string): Promise<boolean> {
    try {
      return await makeOne(directory)
    } catch (error) {
      if (systemCode(error) !== 'ENOENT' || parent === directory) throw error
      durable.delete(parent)
      await ensure(parent)
      return makeOne(directory)
    }
  }

  async function makeOne(directory: string): Promise<boolean> {
    try {
      await fileSystem.mkdir(directory, DIRECTORY_MODE)
      return true
    } catch (error) {
      if (systemCode(error) === 'EEXIST') return false
      throw error
    }
  }

  function isWithin(directory: string): boolean {
    const path = relative(root, directory)
    return path !== '' && !path.startsWith('..')
  }

  return {
    async within(directory, create) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          await ensure(directory)
          return await create()
        } catch (error) {
          if (systemCode(error) !== 'ENOENT' || attempt === ATTEMPTS) throw error
          durable.delete(directory)
        }
      }
    },

    async sync(directory) {
      // Another process may have removed and remade it, not yet durably, just before the caller's name was made.
      // Since then it is not empty, so nobody removes it.
      await ensure(directory)
      await syncNames(directory)
    },

    async syncRemoved(directory) {
      try {
        await syncNames(directory)
      } catch (error) {
        if (systemCode(error) !== 'ENOENT') throw error
      }
    },

    async prune(directory) {
      try {
        for (let path = directory; isWithin(path); path = dirname(path)) {
          await fileSystem.rmdir(path)
          durable.delete(path)
        }
      } catch {
        // Most likely it is not empty. An empty directory that stays does no harm.
      }
    },
  }
}
