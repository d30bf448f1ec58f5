import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { StowageError } from '../errors/stowage-error.ts'
import { portError, systemCode } from '../filesystem/system-errors.ts'
import type { UploadSource } from './source.ts'

const CHUNK = 256 * 1024

/** What the system says when the path is at fault, not the machine. */
const WRONG_PATH = new Set([
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'EACCES',
  'EPERM',
  'ELOOP',
  'ENAMETOOLONG',
])

/**
 * A file on disk as something to upload: `store.upload(fromPath('a.jpg'))`,
 * `store.uploadMany([fromPath('a.jpg'), fromPath('b.jpg')])`.
 * The path is the app's own, never a client's. The file is opened when its turn comes: the upload then rejects
 * with `invalid_argument` (`context.argument` is `path`) when there is no such file or it may not be read.
 */
export function fromPath(path: string): { source: UploadSource; name: string } {
  if (typeof path !== 'string' || path === '' || path.includes('\0')) {
    throw invalidArgument('path', 'path must name a file. Pass it as a string.')
  }
  return { source: chunksOfPath(path), name: basename(path) }
}

/** Not nested in `fromPath`: V8 makes a hidden class for every generator function. */
async function* chunksOfPath(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: CHUNK })
  } catch (cause) {
    const system = systemCode(cause) ?? ''
    if (!WRONG_PATH.has(system)) throw portError(cause)
    throw new StowageError(
      'invalid_argument',
      `The file at this path cannot be read (${system}). Check the path and its permissions.`,
      { context: { argument: 'path', system }, cause },
    )
  }
}
