import { lstat, realpath } from 'node:fs/promises'
import path from 'node:path'
import { systemCode } from '../../errors/system-errors.ts'

declare const WITHIN: unique symbol

/**
 * An absolute path inside a folder, with all links resolved except the last name, which may be a link itself. Only
 * `withinDirectory` makes one.
 */
export type PathWithin = string & { readonly [WITHIN]: true }

/** A name leads out of the folder in which it must stay. */
export interface OutsideDirectoryError extends Error {
  readonly name: 'OutsideDirectoryError'
}

/** Whether a name led out of its folder. */
export function isOutsideDirectory(error: unknown): error is OutsideDirectoryError {
  return (Object(error) as { readonly name?: unknown }).name === 'OutsideDirectoryError'
}

/** Whether a path is in a folder, or is the folder. Both are absolute, with links resolved. */
export function isWithin(folder: string, target: string): boolean {
  const way = path.relative(folder, target)
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way)
}

/**
 * Resolves a name that comes from outside, such as from a service, an archive, a manifest or a database. The name is a
 * path relative to `root`, or an absolute path in it; nothing needs to exist there yet. Rejects with an
 * `OutsideDirectoryError` when it leads out of `root`, also through a link, and for `root` itself. Someone who can
 * change links in `root` during the call can still lead it out.
 */
export async function withinDirectory(root: string, claimed: string): Promise<PathWithin> {
  const target = path.resolve(root, claimed)
  if (claimed.includes('\0') || target === path.parse(target).root) throw outside(root)
  const folder = await realpath(root)
  const place = path.join(await realFolder(path.dirname(target), root), path.basename(target))
  if (place === folder || !isWithin(folder, place)) throw outside(root)
  return place as PathWithin
}

/** The folder with its links resolved, as far as it exists. */
async function realFolder(folder: string, root: string): Promise<string> {
  try {
    return await realpath(folder)
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) throw error
    const above = path.dirname(folder)
    if (above === folder) throw error
    // A file made through a dangling link may end up outside.
    if (await isLink(folder)) throw outside(root)
    return path.join(await realFolder(above, root), path.basename(folder))
  }
}

async function isLink(at: string): Promise<boolean> {
  return lstat(at).then(
    (facts) => facts.isSymbolicLink(),
    () => false,
  )
}

function outside(root: string): OutsideDirectoryError {
  const error = new Error(`leads out of ${root}.`)
  return Object.assign(error, { name: 'OutsideDirectoryError' as const })
}
