import { mkdtemp, readdir, readlink, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A directory of a test's own, and what can be seen of the store in it from outside. */
export interface BlobDirectory {
  readonly path: string
  /** The files in it, at any depth, by their path from here. */
  files(): Promise<string[]>
  /** The paths of files in it that this process has open. Empty where the system does not tell. */
  openFiles(): Promise<string[]>
  remove(): Promise<void>
}

export async function createBlobDirectory(): Promise<BlobDirectory> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'stowage-blobs-')))
  return {
    path,
    async files() {
      const entries = await readdir(path, { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => !entry.isDirectory())
        .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    },
    async openFiles() {
      if (process.platform !== 'linux') return []
      const targets = await Promise.all(
        // The descriptor that lists them is gone by the time it is looked at.
        (await readdir('/proc/self/fd')).map((fd) =>
          readlink(`/proc/self/fd/${fd}`).catch(() => ''),
        ),
      )
      return targets.filter((target) => target.startsWith(path))
    },
    remove: () => rm(path, { recursive: true, force: true }),
  }
}
