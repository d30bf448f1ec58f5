import type { FileSystem } from './file-system.ts'

/** Resolves when every name that the directory held at the time of the call is durable. */
type DirectorySync = (directory: string) => Promise<void>

/**
 * Syncs directories, one sync for all waiting callers of a directory. A running sync may have missed the
 * caller's name, so the caller shares the one that starts after it.
 */
export function createDirectorySync(fileSystem: FileSystem): DirectorySync {
  const running = new Map<string, Promise<void>>()
  const next = new Map<string, Promise<void>>()

  async function afterRunning(directory: string): Promise<void> {
    // The callers of the running sync handle its failure.
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
