/** Chunks below this size are copied together: each costs a hundred bytes of its own, however small it is. */
const SMALL = 4096
const SLAB = 64 * 1024

/** Gathers chunks for one write, in about as much memory as they have bytes. */
export class ChunkGatherer {
  #chunks: Uint8Array[] = []
  /** Where small chunks go; `#used` bytes of it are taken, and those before `#cut` are in `#chunks`. */
  #slab: Uint8Array | undefined
  #used = 0
  #cut = 0
  #size = 0

  /** Bytes gathered. */
  get size(): number {
    return this.#size
  }

  add(chunk: Uint8Array): void {
    this.#size += chunk.byteLength
    if (chunk.byteLength < SMALL) this.#copy(chunk)
    else this.#keep(chunk)
  }

  /** Takes everything gathered, in order, and leaves the gatherer empty. */
  take(): Uint8Array[] {
    this.#cutSlab()
    const chunks = this.#chunks
    this.#chunks = []
    this.#slab = undefined
    this.#size = 0
    return chunks
  }

  #keep(chunk: Uint8Array): void {
    this.#cutSlab()
    this.#chunks.push(chunk)
  }

  #copy(chunk: Uint8Array): void {
    if (this.#slab === undefined || this.#used + chunk.byteLength > SLAB) {
      this.#cutSlab()
      this.#slab = new Uint8Array(SLAB)
      this.#used = 0
      this.#cut = 0
    }
    this.#slab.set(chunk, this.#used)
    this.#used += chunk.byteLength
  }

  #cutSlab(): void {
    if (this.#slab === undefined || this.#cut === this.#used) return
    this.#chunks.push(this.#slab.subarray(this.#cut, this.#used))
    this.#cut = this.#used
  }
}
