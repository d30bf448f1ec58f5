import { isUtf8 } from 'node:buffer'
import { isWithin } from '@stowage/core/internal'

/** A path as the system has it: its bytes where they are not UTF-8, which no string of JavaScript keeps. */
export type DiskPath = string | Buffer

/** A path of these bytes. */
export function diskPath(bytes: Buffer): DiskPath {
  return isUtf8(bytes) ? bytes.toString('utf8') : bytes
}

/** The text of a name of these bytes: Latin-1, as old disks and shares have it, where they are not UTF-8. */
export function nameOfBytes(bytes: Buffer): string {
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')
}

/** Whether a path lies in a folder, or is it. Both absolute, links resolved. */
export function liesWithin(folder: DiskPath, target: DiskPath): boolean {
  if (typeof folder === 'string' && typeof target === 'string') return isWithin(folder, target)
  return isWithin(binary(folder), binary(target))
}

/** A character for each byte: no byte of a longer character is a slash. */
function binary(path: DiskPath): string {
  return Buffer.from(path as string).toString('latin1')
}
