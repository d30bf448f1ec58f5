import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { UploadSource } from '@stowage/core'
import {
  chunksOfPath,
  invalidArgument,
  isOutsideDirectory,
  withinDirectory,
} from '@stowage/core/internal'
import { type DiskPath, diskPath, liesWithin } from './disk-path.ts'
import { createOtherForms } from './other-forms.ts'
import { EntryError, UnreadableFileError } from './refusal.ts'
import { systemReason } from './system-reason.ts'

/** A file on disk that may be imported. */
export interface FoundFile {
  /** Absolute, links resolved. */
  readonly path: DiskPath
  /** Bytes. */
  readonly size: number
  readonly modifiedAt: Date
  /** Opens the file again with each call, so that an import can retry. */
  readonly source: () => UploadSource
}

/** The folder that has the files of an import. No name of a file leads out of it. */
export interface SourceRoot {
  /** Absolute, links resolved. */
  readonly path: string
  /**
   * The file with these names, which come from outside, such as from a table. Each may contain `/`. When no file has
   * exactly this path, it takes one whose name is composed in another way (NFC, NFD), or is Latin-1 on disk. A link may
   * lead only to a file in the folder. An `EntryError` says what is wrong.
   */
  file(...names: readonly string[]): Promise<FoundFile>
  /** The file that a walk through the folder has found, under the rules of `file`. */
  fileAt(found: DiskPath): Promise<FoundFile>
}

/**
 * The folder of an option. `excluded`: folders from which no file is taken, links resolved. `invalid_argument` when it
 * does not exist, or is not a folder.
 */
export async function openRoot(
  option: string,
  folder: string,
  excluded: readonly string[] = [],
): Promise<SourceRoot> {
  try {
    const at = await realpath(folder)
    if ((await stat(at)).isDirectory()) return rootAt(at, excluded)
  } catch (error) {
    const message = `${option}: ${folder} ${systemReason(error)}. Check the path.`
    throw invalidArgument(option, message, error)
  }
  throw invalidArgument(option, `${option}: ${folder} is no folder. Check the path.`)
}

/** The folder of a file, such as a manifest. It need not exist. */
export async function openRootOf(
  file: string,
  excluded: readonly string[] = [],
): Promise<SourceRoot> {
  const folder = path.dirname(file)
  return rootAt(await realpath(folder).catch(() => folder), excluded)
}

function rootAt(root: string, excluded: readonly string[]): SourceRoot {
  const otherForms = createOtherForms(root)

  async function fileAt(found: DiskPath): Promise<FoundFile> {
    const at = await realPath(found)
    if (!liesWithin(root, at)) throw outside(root)
    if (excluded.some((folder) => liesWithin(folder, at))) {
      throw new EntryError('lies in the folder of the store itself, or in another that is left out')
    }
    const facts = await stat(at).catch((error: unknown) => {
      throw unreadable(error)
    })
    if (!facts.isFile()) throw new EntryError('is no file')
    const source = () => chunksOfPath(at)
    return { path: at, size: facts.size, modifiedAt: facts.mtime, source }
  }

  return {
    path: root,
    fileAt,
    async file(...names) {
      const claimed = names.join('/')
      if (claimed.includes('\0')) throw new EntryError('has a character that no path can have')
      const place = await withinDirectory(root, claimed).catch((error: unknown) => {
        throw isOutsideDirectory(error) ? outside(root) : unreadable(error)
      })
      try {
        return await fileAt(place)
      } catch (error) {
        if (!isMissing(error)) throw error
        const other = await otherForms.find(place)
        if (other !== null) return fileAt(other)
        throw claimed.includes('\\') && !path.isAbsolute(claimed) ? backslashes() : error
      }
    },
  }
}

async function realPath(at: DiskPath): Promise<DiskPath> {
  try {
    return diskPath(await realpath(at, { encoding: 'buffer' }))
  } catch (error) {
    throw unreadable(error)
  }
}

function outside(root: string): EntryError {
  return new EntryError(`lies outside of ${root}, where paths start`)
}

function unreadable(error: unknown): UnreadableFileError {
  return new UnreadableFileError(systemReason(error), { cause: error })
}

function isMissing(error: unknown): boolean {
  const { cause } = Object(error) as { readonly cause?: unknown }
  return (Object(cause) as { readonly code?: unknown }).code === 'ENOENT'
}

/** Windows paths in a table lead nowhere on other systems. */
function backslashes(): EntryError {
  return new EntryError('is not there. Write / instead of \\ between the names of a path')
}
