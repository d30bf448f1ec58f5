import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DIRECTORY_MODE } from './modes.ts'
import { nodeFileSystem } from './node-file-system.ts'

/** Makes a directory and those above it, so that their names survive a power loss. `path` is absolute. */
export async function makeDirectory(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: DIRECTORY_MODE })
  // Also when it was there: whoever made it may have died before this.
  for (let made = path; made.length >= (first ?? path).length; made = dirname(made)) {
    await nodeFileSystem.syncDirectory(dirname(made))
  }
}
