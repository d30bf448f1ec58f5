import path from 'node:path'

/** Whether a path lies in a folder, or is it. Both absolute, links resolved. */
export function isWithin(folder: string, target: string): boolean {
  const way = path.relative(folder, target)
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way)
}
