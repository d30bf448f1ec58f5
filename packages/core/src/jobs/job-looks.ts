/** How often a process looks for jobs that others have enqueued, in milliseconds. */
export interface LookTimes {
  /** After a job was found, or enqueued here. */
  readonly first: number
  /** The time between looks doubles up to this while nothing is found. */
  readonly most: number
}

/** What a look found. */
export interface Looked {
  /** Milliseconds until the next job is due; `null`: none is known. */
  readonly due: number | null
  /** `JobRecords.version` from before the look. Default: unknown. */
  readonly version?: number | null
}

const TIMES: LookTimes = { first: 500, most: 5000 }
/** A timer may fire a little early. */
const LEAST = 1

interface JobLooksOptions {
  /**
   * Begins what is due. `isExpected`: there probably is something. `null`: this process can take no more, and calls
   * `now` once it can.
   */
  readonly look: (isExpected: boolean) => Promise<Looked | null>
  /** `JobRecords.version` */
  readonly version: () => Promise<number | null>
  readonly onError: (error: unknown) => void
  /** Default: 500 ms to 5 seconds. */
  readonly times?: LookTimes | undefined
}

/**
 * When a process looks for jobs: at once when it has enqueued one or ended one, when the next is due, and from time to
 * time. One look at a time. Where the database can tell whether anything was written, it is asked for that, as often as
 * `first` says, and there is a look only then.
 */
export class JobLooks {
  readonly #options: JobLooksOptions
  readonly #times: LookTimes
  #pause: number
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  /** Whether to look again after the look under way. */
  #isAsked = false
  #isExpected = false
  #isStopped = false
  #isFailing = false

  constructor(options: JobLooksOptions) {
    this.#options = options
    this.#times = options.times ?? TIMES
    this.#pause = this.#times.first
  }

  /** Looks at once. */
  now(isExpected: boolean): void {
    this.#isStopped = false
    this.#pause = this.#times.first
    this.#start(isExpected)
  }

  /** Looks no more until `now`. Resolves when no look is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#isAsked = false
    this.#clear()
    await this.#looking
  }

  #start(isExpected: boolean): void {
    this.#isAsked = true
    this.#isExpected ||= isExpected
    this.#clear()
    this.#looking ??= this.#work()
  }

  async #work(): Promise<void> {
    let looked: Looked | null = null
    while (this.#isAsked) {
      const isExpected = this.#isExpected
      this.#isAsked = false
      this.#isExpected = false
      looked = await this.#look(isExpected)
    }
    this.#looking = undefined
    if (looked !== null && !this.#isStopped) this.#wait(looked)
  }

  async #look(isExpected: boolean): Promise<Looked | null> {
    const { look, onError } = this.#options
    try {
      const looked = await look(isExpected)
      this.#isFailing = false
      return looked
    } catch (error) {
      // A database that is away for an hour is told once.
      if (!this.#isFailing) onError(error)
      this.#isFailing = true
      return { due: null }
    }
  }

  #wait({ due, version = null }: Looked): void {
    if (version !== null) {
      this.#watch(version, due ?? Number.POSITIVE_INFINITY)
      return
    }
    const pause = this.#pause
    const wait = Math.max(LEAST, Math.min(pause, due ?? pause))
    if (wait === pause) this.#pause = Math.min(this.#times.most, pause * 2)
    this.#later(wait, () => this.#start(false))
  }

  /** Looks when something was written since this version, or the time has come. `due`: milliseconds. */
  #watch(version: number, due: number): void {
    const wait = Math.max(LEAST, Math.min(this.#times.first, due))
    const timer = this.#later(wait, async () => {
      // What the database has to say against it, the look meets too.
      const isSame = wait < due && (await this.#options.version().catch(() => null)) === version
      if (timer !== this.#timer) return
      if (isSame) this.#watch(version, due - wait)
      else this.#start(false)
    })
  }

  #clear(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #later(wait: number, work: () => void): NodeJS.Timeout {
    this.#timer = setTimeout(work, wait)
    return this.#timer.unref()
  }
}
