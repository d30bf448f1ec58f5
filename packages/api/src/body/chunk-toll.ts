/** Chunks that may come before any of them must be waited for. */
const FREE = 4096

/** Bytes that pay for their chunk: whoever sends larger ones never waits. */
const BYTES_PER_CHUNK = 64

/** Milliseconds of rest for each chunk that its bytes do not pay for: several times what it costs to parse it. */
const REST_PER_CHUNK = 0.04

/**
 * What a client pays for many tiny chunks. node:http parses all that one read of the socket brought before
 * anybody else has a turn, and calls for every chunk alone: 64 KiB of chunks of one byte take as long as the
 * uploads of ten others. Their sender rests in between, so that most of the time is left to the others.
 */
export class ChunkToll {
  #owed = 0

  /** Milliseconds for which the body must rest after a chunk of so many bytes; nearly always 0. */
  after(bytes: number): number {
    this.#owed = Math.max(0, this.#owed + 1 - bytes / BYTES_PER_CHUNK)
    if (this.#owed < FREE) return 0
    const rest = this.#owed * REST_PER_CHUNK
    this.#owed = 0
    return rest
  }
}
