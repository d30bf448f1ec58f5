import { join, resolve, sep } from 'node:path'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { PieceStore } from '../../blobs/piece-store.ts'
import { systemCode, translateEachError, translateErrors } from '../../errors/system-errors.ts'
import { checkOptions, type OptionChecks, required } from '../../options/check-options.ts'
import { having, integer, path } from '../../options/checks.ts'
import type { Staging } from '../../staging/staging.ts'
import { createDirectories } from '../io/directories.ts'
import type { FileStat, FileSystem } from '../io/file-system.ts'
import { keepingFree } from '../io/keeping-free.ts'
import { nodeFileSystem } from '../io/node-file-system.ts'
import { createFilesystemPieces } from '../pieces/pieces.ts'
import { createFilesystemStaging } from '../staging/staging.ts'
import { blobPath, blobPaths } from './blob-paths.ts'
import { readBlob } from './blob-reader.ts'
import { createBlobRemover } from './blob-remover.ts'
import { createBlobWriter } from './blob-writer.ts'
import { createQuarantine } from './quarantine.ts'

/** Files that `list` checks at a time. */
const PAGE = 64

/** Where `disk` keeps its files. */
export interface DiskOptions {
  /** Made when the first file arrives. A user who can write in it controls the store. */
  readonly directory: string
  /**
   * Bytes that uploads leave free on the volume, so that assets can still be deleted from a full one. An
   * upload that would use them is refused (`insufficient_storage`). 0: none. Default 64 MiB, or a tenth of a
   * volume smaller than 640 MiB.
   */
  readonly keepFree?: number
  /** For tests. Default: the real one. */
  readonly fileSystem?: FileSystem
}

/** A blob store in a folder, with staging and unfinished uploads beside it. */
export interface DiskFiles extends BlobStore {
  readonly staging: Staging
  readonly pieces: PieceStore
}

const OPTIONS: OptionChecks<DiskOptions> = {
  directory: required(path),
  keepFree: integer(0, Number.MAX_SAFE_INTEGER),
  fileSystem: having('a file system, such as nodeFileSystem', 'open', 'mkdir', 'unlink'),
}

/**
 * Blobs as files under `directory/blobs`, staging under `directory/staging`, resumable uploads that are not finished
 * under `directory/uploads`, and quarantined blobs under `directory/quarantine`, all on one file system. Holds no resources of its own. Files have mode 0640 and
 * directories 0750, less the umask.
 *
 * A blob is written under its final name. No reader knows its key before its record exists, so it needs no
 * second name and no rename. A `put` that a crash interrupts leaves a file that can be read under the key
 * until `delete`. A delete also removes the directories that it empties, once their blobs are more than 8
 * days old.
 *
 * A symbolic link in the place of a blob is not followed. A directory may be a link that the operator made.
 */
export function disk(options: DiskOptions): DiskFiles {
  checkOptions<DiskOptions>('disk', options, OPTIONS)
  const { directory, keepFree } = options
  const top = resolve(directory)
  const fileSystem = keepingFree(options.fileSystem ?? nodeFileSystem, { directory: top, keepFree })
  const root = join(top, 'blobs')
  const directories = createDirectories(top, fileSystem)
  const writeBlob = createBlobWriter(fileSystem, directories)
  const removeBlobs = createBlobRemover({ root, fileSystem, directories })
  const quarantine = createQuarantine(join(top, 'quarantine'), fileSystem, directories)

  async function sizeOf(path: string): Promise<{ readonly size: number } | null> {
    let stat: FileStat
    try {
      stat = await fileSystem.stat(path)
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return null
      throw error
    }
    return stat.isFile() ? { size: stat.size } : null
  }

  async function* list({ after = '', signal }: { after?: string; signal?: AbortSignal } = {}) {
    for await (const page of inPages(blobPaths(root, fileSystem, after), PAGE)) {
      signal?.throwIfAborted()
      const sizes = await Promise.all(page.map(({ path }) => sizeOf(path)))
      for (const [index, { key }] of page.entries()) {
        const size = sizes[index]
        if (size) yield { key, ...size }
      }
    }
  }

  return {
    put: (key, file, { turn, signal } = {}) =>
      translateErrors(() => writeBlob(blobPath(root, key), file, { turn, signal })),
    read: (key, options = {}) =>
      translateErrors(() => readBlob(fileSystem, blobPath(root, key), options)),
    delete: (keys, { signal } = {}) => translateErrors(() => removeBlobs(keys, signal)),
    stat: (key) => translateErrors(() => sizeOf(blobPath(root, key))),
    list: (options) => translateEachError(list(options)),
    quarantine: (key) => translateErrors(() => quarantine(blobPath(root, key))),
    locate: (key) => blobPath('blobs', key).replaceAll(sep, '/'),
    staging: createFilesystemStaging({
      directory: join(top, 'staging'),
      directories,
      fileSystem,
    }),
    pieces: createFilesystemPieces({ directory: join(top, 'uploads'), directories, fileSystem }),
  }
}

async function* inPages<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let page: Item[] = []
  for await (const item of items) {
    if (page.push(item) < size) continue
    yield page
    page = []
  }
  yield page
}
