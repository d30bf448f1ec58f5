/** Chunks that may come before the sender must rest. */
const FREE = 4096

/** Bytes that make up for one chunk. Senders of larger chunks never rest. */
const BYTES_PER_CHUNK = 64

/** Milliseconds of rest for each unpaid chunk: several times what parsing it costs. */
const REST_PER_CHUNK = 0.04

/**
 * The price of many tiny chunks. node:http parses all that one socket read brought without a break, and makes a call
 * for each chunk. So 64 KiB in chunks of one byte take as long as the uploads of ten other clients. Their sender must
 * rest in between, which leaves most of the time to the others.
 */
export class ChunkCost {
  #owed = 0

  /** Milliseconds that the sender must rest after a chunk of so many bytes; nearly always 0. */
  after(bytes: number): number {
    this.#owed = Math.max(0, this.#owed + 1 - bytes / BYTES_PER_CHUNK)
    if (this.#owed < FREE) return 0
    const rest = this.#owed * REST_PER_CHUNK
    this.#owed = 0
    return rest
  }
}
