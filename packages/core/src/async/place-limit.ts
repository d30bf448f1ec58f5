/** Something that has a place it does not need at the moment. */
export interface Resting {
  /** Frees what the place stands for. The caller has the place then. Never rejects. */
  makeRoom(): Promise<void>
}

/**
 * A limited number of places, such as for open files. A caller waits its turn when all are in use. A place
 * that is held but not used goes to the next caller, longest unused first. So slow uploads do not block
 * others.
 */
export class PlaceLimit {
  readonly #resting = new Set<Resting>()
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(places: number) {
    this.#free = places
  }

  /** Resolves when the caller has a place. Rejects with the signal's reason, and takes none, when it aborts first. */
  async take(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    const [longest] = this.#resting
    if (longest === undefined) return this.#wait(signal)
    this.#resting.delete(longest)
    await longest.makeRoom()
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.#waiting.push(enter)
    })
  }

  give(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#free += 1
    else next()
  }

  /** The holder does not use its place until it asks again. */
  rest(holder: Resting): void {
    if (this.#waiting.length === 0) this.#resting.add(holder)
    else holder.makeRoom().then(() => this.give())
  }

  /** The holder goes on. `false` when its place was taken from it. */
  resume(holder: Resting): boolean {
    return this.#resting.delete(holder)
  }

  /** Runs `work` with a place of its own. An abort ends the wait for it, not the work. */
  async run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    await this.take(signal)
    try {
      return await work()
    } finally {
      this.give()
    }
  }
}
