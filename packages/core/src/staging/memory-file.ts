// Not imported by name: an older Node lacks `hash`, and must still be able to say which Node is needed.
import crypto, { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { isUint8Array } from 'node:util/types'
import type { ByteRange } from '../blobs/byte-range.ts'
import type { StagedUpload } from './staged-upload.ts'
import type { StagedFile } from './staging.ts'

/**
 * The pieces of each file that came in several; one piece once they were joined. Kept off the object so that a wrapper
 * cannot be bypassed.
 */
const PIECES = new WeakMap<StagedFile, readonly Uint8Array[]>()

/**
 * A file in memory, in the pieces in which it came. They are joined only for callers that ask for one piece.
 * A copy is garbage outside of V8's heap, and V8 collects the whole heap for every few megabytes of it.
 */
export function memoryFile(pieces: readonly Uint8Array[]): StagedUpload {
  const [only] = pieces
  return pieces.length === 1 && only !== undefined ? fileOf(only) : fileInPieces(pieces)
}

/**
 * The bytes of a file in memory in one or several pieces, for code that writes it out; `null` for a file in staging.
 */
export function piecesOf(file: StagedFile): readonly Uint8Array[] | null {
  return PIECES.get(file) ?? (isUint8Array(file.content) ? [file.content] : null)
}

/** Hashed in one call: a hash object that takes pieces costs more than hashing a small file. */
function fileOf(content: Uint8Array): StagedUpload {
  const size = content.byteLength
  return {
    size,
    sha256: crypto.hash('sha256', content, 'hex'),
    content,
    read: async ({ start, end }) => content.subarray(start, end),
    stream: ({ start, end }: ByteRange = { start: 0, end: size }) =>
      Readable.from([content.subarray(start, end)], { objectMode: false }),
    discard: nothingToDiscard,
  }
}

function fileInPieces(came: readonly Uint8Array[]): StagedUpload {
  const hash = createHash('sha256')
  let size = 0
  for (const piece of came) {
    hash.update(piece)
    size += piece.byteLength
  }
  let pieces = came
  const file: StagedUpload = {
    size,
    sha256: hash.digest('hex'),
    get content() {
      const content = joined(pieces)
      pieces = [content]
      PIECES.set(file, pieces)
      return content
    },
    read: async ({ start, end }) => joined(windowOf(pieces, start, end)),
    stream: ({ start, end }: ByteRange = { start: 0, end: size }) =>
      Readable.from(windowOf(pieces, start, end), { objectMode: false }),
    discard: nothingToDiscard,
  }
  PIECES.set(file, pieces)
  return file
}

/** Not nested in the file: a caller that keeps `discard` must not keep the bytes. */
async function nothingToDiscard(): Promise<void> {}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces
  return pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces)
}

/** The pieces of a range, clipped to the file. */
function windowOf(pieces: readonly Uint8Array[], start: number, end: number): Uint8Array[] {
  const found: Uint8Array[] = []
  let at = 0
  for (const piece of pieces) {
    const from = Math.max(start - at, 0)
    const to = Math.min(end - at, piece.byteLength)
    if (from < to) found.push(piece.subarray(from, to))
    at += piece.byteLength
  }
  return found
}
