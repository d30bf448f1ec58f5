import { createHash, hash as hashOnce } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ByteRange } from '../ports/staging.ts'
import type { IntakeFile } from './intake.ts'

/**
 * A file in memory, in the pieces that it came in. They are joined only for whoever wants them as one: a
 * copy is garbage outside of V8's heap, and every few megabytes of that V8 collects the whole heap.
 */
export class MemoryFile implements IntakeFile {
  readonly size: number
  readonly sha256: string
  #pieces: readonly Uint8Array[]

  constructor(pieces: readonly Uint8Array[]) {
    this.#pieces = pieces
    this.size = pieces.reduce((size, { byteLength }) => size + byteLength, 0)
    this.sha256 = digestOf(pieces)
  }

  get pieces(): readonly Uint8Array[] {
    return this.#pieces
  }

  get content(): Uint8Array {
    const content = joined(this.#pieces)
    this.#pieces = [content]
    return content
  }

  async read({ start, end }: ByteRange): Promise<Uint8Array> {
    return joined(windowOf(this.#pieces, start, end))
  }

  stream({ start, end }: ByteRange = { start: 0, end: this.size }): Readable {
    return Readable.from(windowOf(this.#pieces, start, end), { objectMode: false })
  }

  readonly discard: () => Promise<void> = nothingToDiscard
}

/** Outside, so that whoever keeps it does not keep the bytes. */
async function nothingToDiscard(): Promise<void> {}

function digestOf(pieces: readonly Uint8Array[]): string {
  const [only] = pieces
  // At once: an object that takes pieces costs more than the hashing of a small file.
  if (pieces.length === 1 && only !== undefined) return hashOnce('sha256', only, 'hex')
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces
  return pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces)
}

/** The pieces of a window, clipped to the file. */
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
