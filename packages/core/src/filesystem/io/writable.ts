import { access, constants, stat } from 'node:fs/promises'
import { invalidArgument } from '../../errors/invalid-argument.ts'
import { isRefusal, refusalText } from '../../errors/refusal.ts'
import { StowageError } from '../../errors/stowage-error.ts'
import { systemCode, toPortError } from '../../errors/system-errors.ts'
import { makeDirectory } from './make-directory.ts'

const { R_OK, W_OK, X_OK } = constants

/** Errors of the system for a path where no folder can be made. */
const NO_FOLDER = new Set(['ENOENT', 'EINVAL', 'ELOOP', 'ENAMETOOLONG', 'ENOTSUP', 'ENOSYS'])

/**
 * Makes a missing folder and checks that this process can write in it. `invalid_argument` (`context.argument`,
 * `context.system`) names the folder, its owner and mode, and the user of the process.
 */
export async function makeWritableFolder(argument: string, folder: string): Promise<void> {
  try {
    await makeDirectory(folder)
    if (!(await stat(folder)).isDirectory()) throw notFolder(argument, folder)
  } catch (error) {
    const system = systemCode(error) ?? ''
    if (NO_FOLDER.has(system)) throw impossible(argument, folder, system, error)
    throw await unusable(argument, folder, error)
  }
  await assertWritable(argument, folder)
}

/**
 * Checks that this process can write to a folder or file. Does nothing when it does not exist; errors as of
 * `makeWritableFolder`.
 */
export async function assertWritable(argument: string, path: string): Promise<void> {
  try {
    const isFolder = (await stat(path)).isDirectory()
    await access(path, isFolder ? R_OK | W_OK | X_OK : R_OK | W_OK)
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw await unusable(argument, path, error)
  }
}

async function unusable(argument: string, path: string, cause: unknown): Promise<unknown> {
  const system = systemCode(cause)
  if (system === undefined) return toPortError(cause)
  if (system === 'ENOTDIR') return notFolder(argument, path, cause)
  if (!isRefusal(system)) return toPortError(cause)
  const message = `${path} cannot be written: ${await refusalText(path, system)}`
  return new StowageError('invalid_argument', message, { context: { argument, system }, cause })
}

function impossible(argument: string, path: string, system: string, cause: unknown): StowageError {
  const message = `${path} cannot be made: the system refuses a folder there (${system}). Name another folder, on a local disk.`
  return new StowageError('invalid_argument', message, { context: { argument, system }, cause })
}

function notFolder(argument: string, path: string, cause?: unknown): StowageError {
  const message = `${path} is a file, or lies below one. Name a folder that is there or can be made.`
  return invalidArgument(argument, message, cause)
}
