import { setImmediate } from 'node:timers/promises'

export interface BatchOptions<Item> {
  /** What the items of a batch may weigh together. An item that weighs more is a batch of its own. */
  readonly most: number
  /** Default: each item weighs 1. */
  readonly weightOf?: (item: Item) => number
  /** Batches under way at a time. Default 1. */
  readonly lanes?: number
  /**
   * Begins each batch with the next turn of the event loop. Callers that just got their result, and those of the same
   * turn, can then join it. Default `false`.
   */
  readonly gathers?: boolean
  /** Does a batch, and settles each of its items. Must not reject. */
  readonly run: (items: readonly Item[]) => Promise<void>
}

/** Items that arrive while others are under way and are done together, in the order in which they came. */
export class Batches<Item> {
  readonly #options: Required<Pick<BatchOptions<Item>, 'lanes' | 'gathers'>> & BatchOptions<Item>
  readonly #lanes = new Set<Promise<void>>()
  #waiting: Item[] = []
  /** Lanes that will look at `#waiting` again. */
  #working = 0

  constructor(options: BatchOptions<Item>) {
    this.#options = { lanes: 1, gathers: false, ...options }
  }

  /** How many items wait, without those under way. */
  get size(): number {
    return this.#waiting.length
  }

  add(items: Iterable<Item>): void {
    for (const item of items) this.#waiting.push(item)
    while (this.#working < this.#options.lanes && this.#waiting.length > 0) {
      const lane = this.#work().finally(() => this.#lanes.delete(lane))
      this.#lanes.add(lane)
      // With `gathers` the lane takes its items later: one is enough for all that came together.
      if (this.#options.gathers) return
    }
  }

  /** Removes the items that wait. */
  drop(): readonly Item[] {
    return this.#waiting.splice(0)
  }

  /** Resolves when no batch is under way. */
  async idle(): Promise<void> {
    await Promise.all(this.#lanes)
  }

  async #work(): Promise<void> {
    this.#working += 1
    try {
      while (this.#waiting.length > 0) {
        if (this.#options.gathers) await setImmediate()
        const items = this.#take()
        if (items.length > 0) await this.#options.run(items)
      }
    } finally {
      // At once: items that come before this promise settles need a lane of their own.
      this.#working -= 1
    }
  }

  /** The oldest items: at least one, if there is any. */
  #take(): readonly Item[] {
    const { most, weightOf = () => 1 } = this.#options
    let weight = 0
    const end = this.#waiting.findIndex((item, index) => {
      weight += weightOf(item)
      return weight > most && index > 0
    })
    const items = end === -1 ? this.#waiting : this.#waiting.slice(0, end)
    this.#waiting = end === -1 ? [] : this.#waiting.slice(end)
    return items
  }
}
