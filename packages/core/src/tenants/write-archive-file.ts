import { type FileHandle, lstat } from 'node:fs/promises'
import { errorCode } from '../errors/error-facts.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import type { StowageError } from '../errors/stowage-error.ts'
import { isPathAtFault, toPortError } from '../errors/system-errors.ts'
import { writeWhole } from '../filesystem/io/write-whole.ts'

/**
 * Writes a new file, which gets its name only once it is complete and durable; nothing remains of it when this
 * rejects. `invalid_argument` when a file has this name, or none can be made.
 */
export async function writeArchiveFile<Result>(
  file: string,
  write: (target: FileHandle) => Promise<Result>,
): Promise<Result> {
  const cannotOpen = (error: unknown) =>
    isPathAtFault(error)
      ? invalidArgument('file', 'The archive cannot be made in this folder.', error)
      : toPortError(error)
  // Otherwise this would show only after all files were read.
  if (await isTaken(file)) throw fileExists(file)
  try {
    return await writeWhole(file, write, { cannotOpen })
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw fileExists(file, error)
    // The reason of an abort stays unchanged.
    throw toPortError(error)
  }
}

function isTaken(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  )
}

function fileExists(file: string, cause?: unknown): StowageError {
  const message = `There is a file ${file} already. Choose another name, or delete it.`
  return invalidArgument('file', message, cause)
}
