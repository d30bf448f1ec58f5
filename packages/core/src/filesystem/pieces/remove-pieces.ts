import { join } from 'node:path'
import { isBlobKey } from '../../blobs/blob-key.ts'
import type { PieceStore } from '../../blobs/piece-store.ts'
import { systemCode } from '../../errors/system-errors.ts'
import type { PieceFolder } from './piece-folder.ts'

/** Files that are asked about at a time. */
const PAGE = 500

/** Removes all of one file, whoever wrote it. A segment that cannot be removed does not keep the others. */
export async function discardPieces(
  folder: PieceFolder,
  storage: string,
  signal?: AbortSignal,
): Promise<void> {
  const { fileSystem, directories } = folder
  const directory = folder.directoryOf(storage)
  let failure: { readonly error: unknown } | undefined
  for (const path of await pathsIn(folder, directory)) {
    signal?.throwIfAborted()
    folder.takeIdle(path)
    await fileSystem.unlink(path).catch((error) => {
      if (systemCode(error) !== 'ENOENT') failure ??= { error }
    })
  }
  if (failure !== undefined) throw failure.error
  await directories.prune(directory)
}

type Sweep = Parameters<PieceStore['sweep']>[0]

/** Goes by the clock that dates the files, as the sweep of staging does. */
export async function sweepPieces(
  folder: PieceFolder,
  { olderThan, filterUnknown, keep = false, signal }: Sweep,
): Promise<number> {
  const before = Date.now() - olderThan
  let count = 0
  for await (const page of pagesOf(folder, signal)) {
    for (const storage of await filterUnknown(page)) {
      signal?.throwIfAborted()
      if (folder.hasWriter(storage) || !(await isOlder(folder, storage, before))) continue
      if (!keep) await discardPieces(folder, storage, signal)
      count += 1
    }
  }
  return count
}

async function* pagesOf(folder: PieceFolder, signal?: AbortSignal): AsyncGenerator<string[]> {
  let page: string[] = []
  for (const name of await namesIn(folder, folder.root)) {
    signal?.throwIfAborted()
    if (!isBlobKey(name) || page.push(name) < PAGE) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

/** Whether the directory and all in it were left alone since. */
async function isOlder(folder: PieceFolder, storage: string, before: number): Promise<boolean> {
  const directory = folder.directoryOf(storage)
  for (const path of [directory, ...(await pathsIn(folder, directory))]) {
    try {
      if ((await folder.fileSystem.stat(path)).mtimeMs >= before) return false
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error
    }
  }
  return true
}

async function pathsIn(folder: PieceFolder, directory: string): Promise<string[]> {
  return (await namesIn(folder, directory)).map((name) => join(directory, name))
}

/** All names at once: what is removed while a directory is listed may make it skip others. */
async function namesIn({ fileSystem }: PieceFolder, directory: string): Promise<string[]> {
  const names: string[] = []
  try {
    for await (const name of fileSystem.names(directory)) names.push(name)
  } catch (error) {
    // Nothing was ever written, or it was removed meanwhile, or a foreign file has the name.
    if (!['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) throw error
  }
  return names
}
