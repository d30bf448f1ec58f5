import { constants } from 'node:fs'
import type { FileSystem } from './file-system.ts'

/** Makes the bytes of a file durable that is open nowhere here. Rejects with the system's error. */
export async function syncFile(fileSystem: FileSystem, path: string): Promise<void> {
  // Windows syncs only what is open for writing.
  const fd = await fileSystem.open(path, constants.O_RDWR)
  try {
    await fileSystem.sync(fd)
  } finally {
    await fileSystem.close(fd)
  }
}
