import { lstat, realpath } from 'node:fs/promises'
import path from 'node:path'
import { systemCode } from '../../errors/system-errors.ts'

declare const WITHIN: unique symbol

/**
 * An absolute path that lies in a folder: links are resolved but for the last name, which may be a link itself.
 * Only `withinDirectory` makes one.
 */
export type PathWithin = string & { readonly [WITHIN]: true }

/** A name leads out of the folder that it was to stay in. */
export interface OutsideDirectoryError extends Error {
  readonly name: 'OutsideDirectoryError'
}

/** Whether a name led out of its folder. */
export function isOutsideDirectory(error: unknown): error is OutsideDirectoryError {
  return (Object(error) as { readonly name?: unknown }).name === 'OutsideDirectoryError'
}

/** Whether a path lies in a folder, or is it. Both absolute, links resolved. */
export function isWithin(folder: string, target: string): boolean {
  const way = path.relative(folder, target)
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way)
}

/**
 * The place of a name that comes from outside, such as from a service, an archive, a manifest or a database: a path from
 * `root`, or an absolute one in it. Nothing needs to be there yet. An `OutsideDirectoryError` when it leads out of `root`,
 * also by a link in it, and for `root` itself. Someone who may change links in `root` meanwhile can still lead it out.
 */
export async function withinDirectory(root: string, claimed: string): Promise<PathWithin> {
  const target = path.resolve(root, claimed)
  if (claimed.includes('\0') || target === path.parse(target).root) throw outside(root)
  const folder = await realpath(root)
  const place = path.join(await realFolder(path.dirname(target), root), path.basename(target))
  if (place === folder || !isWithin(folder, place)) throw outside(root)
  return place as PathWithin
}

/** With its links resolved, as far as it is there. */
async function realFolder(folder: string, root: string): Promise<string> {
  try {
    return await realpath(folder)
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) throw error
    const above = path.dirname(folder)
    if (above === folder) throw error
    // What is made where a link leads nowhere may be made outside.
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
