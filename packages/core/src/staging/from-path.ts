import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { requirePath } from '../arguments/require-path.ts'
import { Semaphore } from '../async/semaphore.ts'
import type { Turn } from '../async/turn.ts'
import { StowageError } from '../errors/stowage-error.ts'
import { isPathAtFault, systemCode, toPortError } from '../errors/system-errors.ts'
import { SourceInTurn } from './source-in-turn.ts'
import type { UploadSource } from './upload-source.ts'

const CHUNK = 256 * 1024

/** Files read at once: thousands of uploads may begin together. */
const places = new Semaphore(32)

/**
 * Makes the input of an upload from a file on disk: `store.upload(fromPath('a.jpg'))`,
 * `store.uploadMany([fromPath('a.jpg'), fromPath('b.jpg')])`. The path must be the app's own, never a client's. The
 * file is opened when its turn comes. The upload then rejects with `invalid_argument` (`context.argument` is `path`)
 * when there is no such file or it may not be read.
 */
export function fromPath(path: string): { source: UploadSource; name: string } {
  requirePath('path', path)
  return { source: chunksOfPath(path), name: basename(path) }
}

/** The bytes that `fromPath` reads, also from a path that is not UTF-8. */
export function chunksOfPath(path: string | Buffer): SourceInTurn {
  return new SourceInTurn((turn) => readPath(path, turn))
}

async function* readPath(path: string | Buffer, turn?: Turn): AsyncGenerator<Uint8Array> {
  await places.take({ turn })
  const stream = createReadStream(path, { highWaterMark: CHUNK })
  try {
    yield* stream
  } catch (cause) {
    const system = systemCode(cause) ?? ''
    if (!isPathAtFault(cause)) throw toPortError(cause)
    throw new StowageError('invalid_argument', faultOf(String(path), system), {
      context: { argument: 'path', system },
      cause,
    })
  } finally {
    if (!stream.closed) await new Promise<void>((resolve) => stream.once('close', () => resolve()))
    places.give(turn)
  }
}

function faultOf(path: string, system: string): string {
  if (system === 'EISDIR') return `${path} is a folder. Pass the path of each file in it.`
  if (system === 'ENOENT') return `There is no file ${path} (ENOENT). Check the path.`
  return `${path} cannot be read (${system}). Check the path and its permissions.`
}
