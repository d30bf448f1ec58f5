/** Bytes. Smaller chunks are joined, because passing each one on costs more than copying it. */
export const SMALL: number = 4 * 1024

/** Bytes of the buffers in which small chunks are joined. */
const PIECE = 16 * 1024

/**
 * Keeps the bytes that have come until they are taken, and joins small chunks. Otherwise a client that sends byte by
 * byte makes the whole upload path run for every byte. One small chunk alone is not copied.
 */
export class Gatherer {
  readonly #chunks: Buffer[] = []
  #piece: Buffer | undefined
  /** How much of the piece is filled. */
  #filled = 0
  #bytes = 0

  /** How many bytes wait to be taken. */
  get bytes(): number {
    return this.#bytes
  }

  /** Takes over the chunk: the caller must not change its memory any more. */
  add(chunk: Buffer): void {
    this.#bytes += chunk.length
    if (chunk.length >= SMALL || this.#chunks.length === 0) {
      this.#chunks.push(chunk)
      this.#piece = undefined
      return
    }
    const piece = this.#piece
    if (piece !== undefined && this.#filled + chunk.length <= PIECE) {
      this.#append(piece, chunk)
    } else {
      this.#begin(chunk)
    }
  }

  /** The next bytes, in their order; `undefined` when there are none. */
  take(): Buffer | undefined {
    const chunk = this.#chunks.shift()
    if (this.#chunks.length === 0) this.#piece = undefined
    this.#bytes -= chunk?.length ?? 0
    return chunk
  }

  #begin(chunk: Buffer): void {
    const piece = Buffer.allocUnsafe(PIECE)
    this.#piece = piece
    this.#filled = chunk.copy(piece)
    this.#chunks.push(piece.subarray(0, this.#filled))
  }

  #append(piece: Buffer, chunk: Buffer): void {
    this.#filled += chunk.copy(piece, this.#filled)
    this.#chunks[this.#chunks.length - 1] = piece.subarray(0, this.#filled)
  }
}
