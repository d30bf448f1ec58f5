import { type Caller, FairQueue, type FairQueueOptions } from './fair-queue.ts'
import { STORE_TURN, type Turn } from './turn.ts'

/** Something that has a place it does not need at the moment. */
export interface Resting {
  /** Frees what the place stands for. The caller has the place then. Never rejects. */
  makeRoom(): Promise<void>
}

/** Who waits for a place, and until when. */
export interface SemaphoreOptions {
  /** `undefined`: that of the store itself. No caller may leave it out, so that none is forgotten. */
  readonly turn: Turn | undefined
  /** Its abort ends the wait, not what is done with the place. */
  readonly signal?: AbortSignal | undefined
}

export interface SemaphoreLimits extends FairQueueOptions {
  /**
   * How many places one caller may hold by `run`, so that another one finds a place at once. Default: all. Calls that
   * name no caller may hold all.
   */
  readonly ofOne?: number | undefined
}

interface Waiting {
  readonly turn: Turn
  resolve(): void
  reject(error: unknown): void
}

/**
 * A limited number of places, such as for open files. A caller waits when all are in use: tenants take turns, and
 * within a tenant its callers. A place that is held but not used goes to the next caller, longest unused first. So
 * slow uploads do not block others.
 */
export class Semaphore {
  readonly #resting = new Set<Resting>()
  readonly #waiting: FairQueue<Waiting>
  readonly #ofOne: number | undefined
  /** How many places each caller holds, where that is limited. */
  readonly #held = new Map<string, number>()
  #free: number

  /** Any number may wait, unless `bounded`: see `FairQueue`. */
  constructor(places: number, { bounded = false, ofOne }: SemaphoreLimits = {}) {
    this.#free = places
    this.#ofOne = ofOne
    this.#waiting = new FairQueue({ bounded })
  }

  /**
   * Resolves when the caller has a place. Rejects with the signal's reason, and takes none, when it aborts first;
   * where the limit is bounded, with `unavailable` when too many wait.
   */
  async take({ turn = STORE_TURN, signal }: SemaphoreOptions): Promise<void> {
    signal?.throwIfAborted()
    if (!this.#mayHold(turn)) return this.#wait(turn, signal)
    if (this.#free > 0) {
      this.#free -= 1
      this.#count(turn, 1)
      return
    }
    const [longest] = this.#resting
    if (longest === undefined) return this.#wait(turn, signal)
    this.#resting.delete(longest)
    await longest.makeRoom()
  }

  async #wait(turn: Turn, signal: AbortSignal | undefined): Promise<void> {
    let leave: (() => void) | undefined
    try {
      await new Promise<void>((resolve, reject) => {
        const waiting = { turn, resolve, reject }
        this.#waiting.add(turn, waiting)
        leave = () => {
          this.#waiting.remove(turn, waiting)
          reject(signal?.reason)
        }
        signal?.addEventListener('abort', leave, { once: true })
      })
    } finally {
      if (leave !== undefined) signal?.removeEventListener('abort', leave)
    }
  }

  give(turn: Turn = STORE_TURN): void {
    this.#count(turn, -1)
    const next = this.#waiting.next((waiting) => this.#mayHold(waiting))
    if (next === undefined) this.#free += 1
    else {
      this.#count(next.turn, 1)
      next.resolve()
    }
  }

  #mayHold(turn: Caller): boolean {
    if (this.#ofOne === undefined || turn.caller === '') return true
    return (this.#held.get(keyOf(turn)) ?? 0) < this.#ofOne
  }

  #count(turn: Caller, by: number): void {
    if (this.#ofOne === undefined) return
    const key = keyOf(turn)
    const held = (this.#held.get(key) ?? 0) + by
    if (held === 0) this.#held.delete(key)
    else this.#held.set(key, held)
  }

  /** The holder does not use its place until it asks again. */
  rest(holder: Resting): void {
    if (this.#waiting.size === 0) this.#resting.add(holder)
    else holder.makeRoom().then(() => this.give())
  }

  /** The holder goes on. `false` when its place was taken from it. */
  resume(holder: Resting): boolean {
    return this.#resting.delete(holder)
  }

  /** Runs `work` with a place of its own. */
  async run<Result>(work: () => Promise<Result>, options: SemaphoreOptions): Promise<Result> {
    await this.take(options)
    try {
      return await work()
    } finally {
      this.give(options.turn)
    }
  }
}

function keyOf({ tenant, caller }: Caller): string {
  return JSON.stringify([tenant, caller])
}
