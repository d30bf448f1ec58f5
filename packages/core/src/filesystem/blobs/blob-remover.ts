import { dirname } from 'node:path'
import { inParallel } from '../../async/in-parallel.ts'
import { timeOfBlobKey } from '../../blobs/blob-key.ts'
import { systemCode } from '../../errors/system-errors.ts'
import type { Directories } from '../io/directories.ts'
import type { FileSystem } from '../io/file-system.ts'
import { blobPath } from './blob-paths.ts'

/** Files deleted at a time: enough to keep Node’s four file threads busy. */
const FILES = 32
/** Directories synced or removed at a time: each may take long, and reads by other callers queue after them. */
const DIRECTORIES = 8
/**
 * Milliseconds after which a bucket receives no new blob: an upload must use its key within its grace time, at most 7
 * days. A directory that other processes may still write to is kept, because they remember it as durable.
 */
const PRUNE_AFTER = 8 * 24 * 3_600_000

interface BlobRemoverOptions {
  /** The directory of all blobs. */
  readonly root: string
  readonly fileSystem: FileSystem
  readonly directories: Directories
}

/**
 * `BlobStore.delete` of a folder. Makes earlier removals of the same keys durable too: the caller then forgets the
 * claims.
 */
type BlobRemover = (keys: readonly string[], signal?: AbortSignal) => Promise<readonly string[]>

/** Creates the remover of blobs. One directory sync makes all deletions in that directory durable. */
export function createBlobRemover({
  root,
  fileSystem,
  directories,
}: BlobRemoverOptions): BlobRemover {
  return async function removeBlobs(keys, signal) {
    const places = new Map(keys.map((key) => [key, blobPath(root, key)]))
    const failures = new Map<string, unknown>()

    /** Records a failure and lets the others run; only an abort stops them. */
    const attempt = async (path: string, work: (path: string) => Promise<void>) => {
      signal?.throwIfAborted()
      await work(path).catch((error) => failures.set(path, error))
    }
    await inParallel(places.values(), FILES, (path) => attempt(path, unlinkIfThere))
    const buckets = new Set([...places.values()].map(dirname))
    await inParallel(buckets, DIRECTORIES, (path) => attempt(path, directories.syncRemoved))
    signal?.throwIfAborted()

    const failed = [...places].flatMap(([key, path]) => {
      return failures.has(path) || failures.has(dirname(path)) ? [key] : []
    })
    if (failed.length > 0 && failed.length === places.size) throw [...failures.values()][0]
    await inParallel(emptied(places), DIRECTORIES, directories.prune)
    return failed
  }

  async function unlinkIfThere(path: string): Promise<void> {
    try {
      await fileSystem.unlink(path)
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error
    }
  }
}

/** Buckets so old that they are empty for good if they are empty now. */
function emptied(places: ReadonlyMap<string, string>): ReadonlySet<string> {
  const old = [...places].filter(([key]) => timeOfBlobKey(key) < Date.now() - PRUNE_AFTER)
  return new Set(old.map(([, path]) => dirname(path)))
}
