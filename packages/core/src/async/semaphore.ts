import { type Caller, FairQueue, type FairQueueOptions, type Order } from './fair-queue.ts'
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
  /** How many callers may wait: see `FairQueueOptions`. Default: any number. */
  readonly most?: number | undefined
  /**
   * How many places one caller may hold, so that another one finds a place at once. Default: all. Calls that name no
   * caller may hold all.
   */
  readonly ofOne?: number | undefined
  /** One place more, for a tenant that holds none. Default `false`. */
  readonly spare?: boolean | undefined
}

interface Waiting {
  readonly turn: Turn
  resolve(): void
  reject(error: unknown): void
}

/**
 * A limited number of places, such as for open files. A caller waits when all are in use: tenants take turns, and
 * within a tenant its callers. Where `ofOne` or `spare` is set, the caller that holds least is served first.
 * A place that is held but not used goes to the next caller, longest unused first. So slow uploads do not block others.
 */
export class Semaphore {
  readonly #resting = new Set<Resting>()
  readonly #waiting: FairQueue<Waiting>
  readonly #ofOne: number
  readonly #spare: boolean
  /** How many places each tenant and each caller holds, where `#order` needs that. */
  readonly #held = new Map<string, number>()
  readonly #order: Order | undefined
  /** -1 while the spare one is in use as well. */
  #free: number

  constructor(
    places: number,
    { ofOne = Infinity, spare = false, most = Infinity, mostOfTenant }: SemaphoreLimits = {},
  ) {
    this.#free = places
    this.#ofOne = ofOne
    this.#spare = spare
    this.#waiting = new FairQueue({ most, mostOfTenant })
    if (spare || ofOne < Infinity) {
      this.#order = {
        isReady: (caller) => this.#isReady(caller),
        held: (tenant, caller) => this.#heldBy(tenant, caller),
      }
    }
  }

  /**
   * Resolves when the caller has a place. Rejects with the signal's reason, and takes none, when it aborts first; with
   * `unavailable` when too many wait.
   */
  async take({ turn = STORE_TURN, signal }: SemaphoreOptions): Promise<void> {
    signal?.throwIfAborted()
    if (this.takeNow(turn)) return
    const [longest] = this.#resting
    if (longest === undefined || !this.#mayHold(turn)) return this.#wait(turn, signal)
    this.#resting.delete(longest)
    await longest.makeRoom()
  }

  /** Takes a place if there is one for the caller; otherwise returns `false`. */
  takeNow(turn: Turn = STORE_TURN): boolean {
    if (!this.#isReady(turn)) return false
    this.#free -= 1
    this.#count(turn, 1)
    return true
  }

  #wait(turn: Turn, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(turn, { turn, resolve, reject }, signal)
    })
  }

  /** `turn`: the one that took the place. */
  give(turn: Turn | undefined): void {
    this.#free += 1
    this.#count(turn ?? STORE_TURN, -1)
    const next = this.#waiting.next(this.#order)
    if (next === undefined) return
    this.#free -= 1
    this.#count(next.turn, 1)
    next.resolve()
  }

  #isReady(turn: Caller): boolean {
    if (!this.#mayHold(turn)) return false
    if (this.#free > 0) return true
    return this.#spare && this.#free === 0 && this.#heldBy(turn.tenant) === 0
  }

  #mayHold({ tenant, caller }: Caller): boolean {
    return this.#ofOne === Infinity || caller === '' || this.#heldBy(tenant, caller) < this.#ofOne
  }

  #heldBy(tenant: string, caller?: string): number {
    return this.#held.get(keyOf(tenant, caller)) ?? 0
  }

  #count({ tenant, caller }: Caller, by: number): void {
    if (this.#order === undefined) return
    for (const key of [keyOf(tenant), keyOf(tenant, caller)]) {
      const held = (this.#held.get(key) ?? 0) + by
      if (held === 0) this.#held.delete(key)
      else this.#held.set(key, held)
    }
  }

  /** The holder does not use its place until it asks again. */
  rest(holder: Resting): void {
    if (this.#waiting.size === 0) this.#resting.add(holder)
    else holder.makeRoom().then(() => this.give(undefined))
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

function keyOf(tenant: string, caller?: string): string {
  return JSON.stringify([tenant, caller])
}
