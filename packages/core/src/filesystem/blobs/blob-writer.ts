import { constants } from 'node:fs'
import { dirname } from 'node:path'
import { Semaphore, type SemaphoreOptions } from '../../async/semaphore.ts'
import { blobExists } from '../../errors/blob-errors.ts'
import { StowageError } from '../../errors/stowage-error.ts'
import { systemCode } from '../../errors/system-errors.ts'
import { piecesOf } from '../../staging/memory-file.ts'
import type { StagedFile } from '../../staging/staging.ts'
import { chunksOf } from '../../staging/upload-source.ts'
import type { Directories } from '../io/directories.ts'
import type { FileSystem } from '../io/file-system.ts'
import { FILE_MODE } from '../io/modes.ts'
import { writeAll } from '../io/write-all.ts'
import { FilesystemStagingFile } from '../staging/staging-file.ts'

/** Errors of a hard link after which copying the bytes can still succeed. ENOENT: swept from staging. */
const WITHOUT_LINKS = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EXDEV',
  'EMLINK',
  'ENOENT',
])

/** Blobs copied at once: enough for Node’s four file threads, fewer than a process may have open. */
const OPEN_FILES = 32

const CREATE = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY

/** Makes the file under its final name, durably. Rejects as a `put` does, leaving nothing under the name. */
type BlobWriter = (path: string, file: StagedFile, options: SemaphoreOptions) => Promise<void>

/**
 * Creates the writer of blobs. A file of our own staging gets a hard link; any other file is copied. Either
 * way the writer takes the name exclusively, then makes the bytes durable, then the name.
 */
export function createBlobWriter(fileSystem: FileSystem, directories: Directories): BlobWriter {
  const places = new Semaphore(OPEN_FILES)

  return async function writeBlob(path, file, options) {
    const { signal } = options
    signal?.throwIfAborted()
    const inMemory = piecesOf(file) !== null
    if (inMemory || !(await linked(path, file, signal))) {
      await places.run(() => written(path, file, signal), options)
    }
    await orRemove(path, async () => {
      signal?.throwIfAborted()
      await directories.sync(dirname(path))
    })
  }

  /** `false` when the file is not from our staging, or when its file system has no hard links. */
  async function linked(path: string, { content }: StagedFile, signal?: AbortSignal) {
    if (!(content instanceof FilesystemStagingFile)) return false
    await content.seal()
    signal?.throwIfAborted()
    try {
      await exclusively(path, () => content.linkTo(path))
      return true
    } catch (error) {
      if (WITHOUT_LINKS.has(systemCode(error) ?? '')) return false
      throw error
    }
  }

  async function written(path: string, file: StagedFile, signal?: AbortSignal): Promise<void> {
    const fd = await exclusively(path, () => fileSystem.open(path, CREATE, FILE_MODE))
    await orRemove(path, async () => {
      let settled = false
      try {
        await writeContent(fd, file, signal)
        signal?.throwIfAborted()
        await fileSystem.sync(fd)
        settled = true
      } finally {
        await fileSystem.close(fd, { settled })
      }
    })
  }

  async function exclusively<Result>(path: string, create: () => Promise<Result>): Promise<Result> {
    try {
      return await directories.within(dirname(path), create)
    } catch (error) {
      throw systemCode(error) === 'EEXIST' ? blobExists(error) : error
    }
  }

  async function writeContent(fd: number, file: StagedFile, signal?: AbortSignal): Promise<void> {
    const pieces = piecesOf(file)
    if (pieces !== null) return writeAll(fileSystem, fd, pieces, 0)
    let position = 0
    for await (const chunk of chunksOf(file.stream(), signal)) {
      await writeAll(fileSystem, fd, [chunk], position)
      position += chunk.byteLength
    }
    if (position === file.size) return
    throw new StowageError(
      'invalid_argument',
      'The file has more or fewer bytes than its size says.',
      {
        context: { argument: 'file' },
      },
    )
  }

  /** Removes the name when the work fails. If that fails too, a later `delete` removes it. */
  async function orRemove(path: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      await fileSystem.unlink(path).catch(() => {})
      throw error
    }
  }
}
