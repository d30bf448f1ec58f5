import { createHash } from 'node:crypto'
import type { DiskPath } from './disk-path.ts'

/** The most characters of an external id. */
const MAX_LENGTH = 255

/** A path as an external id, the same in every run. Hashes a path that is too long or has control characters. */
export function externalIdOfPath(path: string): string {
  const text = path.toWellFormed()
  if (text === path && /^\P{Cc}+$/u.test(text) && [...text].length <= MAX_LENGTH) return text
  return hashed(path)
}

/**
 * The same for a file at `bytes` below `root`. A path that is not UTF-8 is hashed by its bytes: two such paths may read
 * the same.
 */
export function externalIdOfDiskPath(
  path: string,
  { bytes, root }: { readonly bytes: DiskPath; readonly root: string },
): string {
  if (typeof bytes === 'string') return externalIdOfPath(path)
  return hashed(path, bytes.subarray(Buffer.byteLength(root)))
}

function hashed(...parts: readonly DiskPath[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return `sha256:${hash.digest('hex')}`
}
