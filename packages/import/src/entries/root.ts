import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { fromPath, type UploadSource } from '@stowage/core'
import { invalidArgument } from '@stowage/core/ports'
import { EntryError, UnreadableFileError } from './refusal.ts'
import { systemReason } from './system-reason.ts'

/** Whether a path lies in a folder, or is it. Both absolute, links resolved. */
export function isWithin(folder: string, target: string): boolean {
  const way = path.relative(folder, target)
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way)
}

/** A file on disk that may be imported. */
export interface FoundFile {
  /** Absolute, links resolved. */
  readonly path: string
  readonly size: number
  readonly modifiedAt: Date
  /** Opens it anew with each call, so that an import can try again. */
  readonly source: () => UploadSource
}

/** The folder of an option, links resolved. `invalid_argument` when it is not there, or no folder. */
export async function folderAt(option: string, folder: string): Promise<string> {
  try {
    const at = await realpath(folder)
    if ((await stat(at)).isDirectory()) return at
  } catch (error) {
    const message = `${option}: ${folder} ${systemReason(error)}. Check the path.`
    throw invalidArgument(option, message, error)
  }
  throw invalidArgument(option, `${option}: ${folder} is no folder. Check the path.`)
}

/**
 * The file at a path that comes from outside, such as a table. It must lie in the folder `root`, whose links are resolved;
 * a link in it may not lead out, nor into a folder of `excluded`. An `EntryError` says what is wrong.
 */
export async function fileIn(
  root: string,
  claimed: string,
  excluded: readonly string[] = [],
): Promise<FoundFile> {
  if (claimed.includes('\0')) throw new EntryError('has a character that no path can have')
  const at = await realpath(path.resolve(root, claimed)).catch((error: unknown) => {
    throw claimed.includes('\\') && !path.isAbsolute(claimed) ? backslashes() : unreadable(error)
  })
  if (!isWithin(root, at)) throw new EntryError(`lies outside of ${root}, where paths start`)
  if (excluded.some((folder) => isWithin(folder, at))) {
    throw new EntryError('lies in the folder of the store itself, or in another that is left out')
  }
  const facts = await stat(at).catch((error: unknown) => {
    throw unreadable(error)
  })
  if (!facts.isFile()) throw new EntryError('is no file')
  return {
    path: at,
    size: facts.size,
    modifiedAt: facts.mtime,
    source: () => fromPath(at).source,
  }
}

function unreadable(error: unknown): UnreadableFileError {
  return new UnreadableFileError(systemReason(error))
}

/** Paths of Windows in a table: they lead nowhere on other systems. */
function backslashes(): EntryError {
  return new EntryError('is not there. Write / instead of \\ between the names of a path')
}
