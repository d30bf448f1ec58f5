import { createHash, type Hash } from 'node:crypto'

/** The most uploads whose hash this process keeps. Each costs some hundred bytes. */
const MOST = 1000

interface Chain {
  readonly offset: number
  readonly hash: Hash
}

/**
 * The SHA-256 of what this process has received of uploads, so that nothing is read again when all bytes came to one
 * process. Those used longest ago are forgotten.
 */
export class HashChains {
  readonly #chains = new Map<string, Chain>()

  /** The hash of the bytes before this offset, to be continued; `null`: this process has not seen all of them. */
  at(id: string, offset: number): Hash | null {
    const chain = this.#chains.get(id)
    if (chain?.offset === offset) return chain.hash.copy()
    return offset === 0 ? createHash('sha256') : null
  }

  /** Keeps the hash of the bytes before this offset. */
  keep(id: string, offset: number, hash: Hash): void {
    this.#chains.delete(id)
    this.#chains.set(id, { offset, hash: hash.copy() })
    if (this.#chains.size <= MOST) return
    for (const oldest of this.#chains.keys()) {
      this.#chains.delete(oldest)
      return
    }
  }

  forget(id: string): void {
    this.#chains.delete(id)
  }
}
