import { isUtf8 } from 'node:buffer'
import { isWithin } from '@stowage/core/internal'

/**
 * A path as the system has it. A path that is not UTF-8 is kept as bytes, because a JavaScript string would lose them.
 */
export type DiskPath = string | Buffer

/** The path with these bytes. */
export function diskPath(bytes: Buffer): DiskPath {
  return isUtf8(bytes) ? bytes.toString('utf8') : bytes
}

/**
 * The text of a name with these bytes. Bytes that are not UTF-8 are read as Latin-1, which old disks and shares use.
 */
export function nameOfBytes(bytes: Buffer): string {
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')
}

/** Whether a path is in a folder, or is the folder itself. Both absolute, links resolved. */
export function liesWithin(folder: DiskPath, target: DiskPath): boolean {
  if (typeof folder === 'string' && typeof target === 'string') return isWithin(folder, target)
  return isWithin(binary(folder), binary(target))
}

/** A character for each byte: no byte of a longer character is a slash. */
function binary(path: DiskPath): string {
  return Buffer.from(path as string).toString('latin1')
}
