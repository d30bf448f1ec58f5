import { randomUUID } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from '../../errors/error-facts.ts'
import type { FileSystem } from './file-system.ts'
import { nodeFileSystem } from './node-file-system.ts'
import { placeNew } from './place-new.ts'
import { whenFree } from './when-free.ts'

/** Errors of systems that cannot sync a directory. */
const NO_SYNC = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

/**
 * Writes a new file that only its user can read, and names it once it is complete. The file is durable when this
 * resolves; nothing remains of it when this rejects. `EEXIST` when a file has that name. When `open` fails, throws the
 * result of `cannotOpen` for its error.
 */
export async function writeWhole<Result>(
  file: string,
  write: (target: FileHandle) => Promise<Result>,
  {
    cannotOpen,
    fileSystem = nodeFileSystem,
  }: { readonly cannotOpen: (error: unknown) => unknown; readonly fileSystem?: FileSystem },
): Promise<Result> {
  const partial = `${file}.${randomUUID()}.partial`
  const target = await whenFree(() => open(partial, 'wx', 0o600)).catch((error) => {
    throw cannotOpen(error)
  })
  let isPlaced = false
  try {
    let result: Result
    try {
      result = await write(target)
      await target.sync()
    } finally {
      await target.close()
    }
    await placeNew(partial, file, fileSystem)
    isPlaced = true
    await fileSystem.unlink(partial)
    await syncNames(fileSystem, dirname(file))
    return result
  } catch (error) {
    await fileSystem.unlink(partial).catch(() => {})
    if (isPlaced) await fileSystem.unlink(file).catch(() => {})
    throw error
  }
}

async function syncNames(fileSystem: FileSystem, directory: string): Promise<void> {
  try {
    await fileSystem.syncDirectory(directory)
  } catch (error) {
    if (!NO_SYNC.includes(String(errorCode(error)))) throw error
  }
}
