import type { FileSystem } from './file-system.ts'

/** Resolves when every name that the directory held at the time of the call is durable. */
type DirectorySync = (directory: string) => Promise<void>

/**
 * Syncs directories, each once for all that wait: a sync that runs already may have missed the caller's
 * name, so the caller shares the one that starts when it ends.
 */
export function createDirectorySync(fileSystem: FileSystem): DirectorySync {
  const running = new Map<string, Promise<void>>()
  const next = new Map<string, Promise<void>>()

  async function afterRunning(directory: string): Promise<void> {
    // How the other sync ends is its own callers' business.
    await running.get(directory)?.catch(() => {})
    next.delete(directory)
    const sync = fileSystem.syncDirectory(directory).finally(() => running.delete(directory))
    running.set(directory, sync)
    await sync
  }

  return (directory) => {
    const shared = next.get(directory)
    if (shared !== undefined) return shared
    const own = afterRunning(directory)
    next.set(directory, own)
    return own
  }
}
