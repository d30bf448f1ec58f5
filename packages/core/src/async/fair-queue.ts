import { StowageError } from '../errors/stowage-error.ts'

/** So many may wait for the ones before: of all owners, and of one. */
const MAX_WAITING = 1000
const MAX_OF_ONE = 500

/** What waits to be done. Each owner has its turn, so that one which asks for much does not hold up another. */
export class FairQueue<Item> {
  readonly #waiting = new Map<string, Item[]>()
  #size = 0

  /** How many wait. */
  get size(): number {
    return this.#size
  }

  /** `unavailable` when too many wait already. */
  add(owner: string, item: Item): void {
    const own = this.#waiting.get(owner) ?? []
    if (this.#size >= MAX_WAITING || own.length >= MAX_OF_ONE) {
      throw new StowageError(
        'unavailable',
        'Too many calls of this kind are waiting. Try again later.',
      )
    }
    own.push(item)
    this.#waiting.set(owner, own)
    this.#size += 1
  }

  /** The one that has waited longest, of the owner whose turn it is; `undefined` when none waits. */
  next(): Item | undefined {
    const [turn] = this.#waiting
    if (turn === undefined) return undefined
    const [owner, own] = turn
    const item = own.shift()
    this.#waiting.delete(owner)
    if (own.length > 0) this.#waiting.set(owner, own)
    this.#size -= 1
    return item
  }
}
