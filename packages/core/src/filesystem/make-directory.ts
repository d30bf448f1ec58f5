import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes a directory and those above it, so that their names survive a power loss. `path` is absolute. */
export async function makeDirectory(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o750 })
  // Also when it was there: whoever made it may have died before this.
  for (let made = path; made.length >= (first ?? path).length; made = dirname(made)) {
    await syncDirectory(dirname(made))
  }
}

async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open directories; there the power-loss promise is excluded.
  if (process.platform === 'win32') return
  const directory = await open(path)
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
