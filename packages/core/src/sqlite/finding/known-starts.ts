import type { Order, PageKey } from './order.ts'

/** Starts that are kept of one list, and blocks that may change before one is forgotten. */
const MOST_STARTS = 2
const MOST_BLOCKS = 8

/** No match comes before `key`, apart from those of blocks that have changed since. */
interface ListStart {
  readonly key: PageKey
  readonly changed: ReadonlySet<number>
}

/** Where a filtered list begins, in the last two orders in which that took long to find. */
export class KnownStarts {
  readonly #starts = new Map<string, ListStart>()

  get(order: Order): ListStart | undefined {
    return this.#starts.get(nameOf(order))
  }

  set(order: Order, key: PageKey): void {
    this.forget(order)
    this.#starts.set(nameOf(order), { key, changed: new Set() })
    const [oldest] = this.#starts.keys()
    if (this.#starts.size > MOST_STARTS && oldest !== undefined) this.#starts.delete(oldest)
  }

  forget(order: Order): void {
    this.#starts.delete(nameOf(order))
  }

  /** These blocks have changed: earlier matches may have come into them. */
  change(blocks: readonly number[]): void {
    for (const [name, { key, changed }] of this.#starts) {
      const all = new Set([...changed, ...blocks])
      if (all.size > MOST_BLOCKS) this.#starts.delete(name)
      else this.#starts.set(name, { key, changed: all })
    }
  }
}

function nameOf({ key, descending }: Order): string {
  return `${key} ${descending}`
}
