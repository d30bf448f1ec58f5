import { constants } from 'node:fs'
import type { FileSystem } from './file-system.ts'

/** Makes the bytes of a file durable that this process does not have open. Rejects with the system's error. */
export async function syncFile(fileSystem: FileSystem, path: string): Promise<void> {
  // Windows syncs only a file that is open for writing.
  const fd = await fileSystem.open(path, constants.O_RDWR)
  try {
    await fileSystem.sync(fd)
  } finally {
    await fileSystem.close(fd)
  }
}
