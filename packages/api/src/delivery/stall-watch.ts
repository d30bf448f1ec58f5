import { Pace } from '../body/pace.ts'

/** How slowly a client may take an answer. */
export interface DownloadLimits {
  /** Milliseconds for each 64 KiB, and for what is less. */
  readonly stallTimeout: number
  /** Bytes per second, over every `stallTimeout` that the client is waited for. */
  readonly minimumDownloadRate: number
}

/** Calls `cutOff` when a client takes too little. Only what it takes is progress: what it sends is none. */
export class StallWatch {
  readonly #stallTimeout: number
  readonly #pace: Pace
  readonly #cutOff: () => void
  #timer: NodeJS.Timeout | undefined
  #since = 0

  constructor({ stallTimeout, minimumDownloadRate }: DownloadLimits, cutOff: () => void) {
    this.#stallTimeout = stallTimeout
    this.#pace = new Pace(minimumDownloadRate, stallTimeout)
    this.#cutOff = cutOff
  }

  /** From now on the client is waited for. */
  wait(): void {
    this.#since = performance.now()
    this.#timer = setTimeout(this.#cutOff, this.#stallTimeout).unref()
  }

  /** The client has taken what it was waited for. */
  took(bytes: number): void {
    clearTimeout(this.#timer)
    this.#pace.moved(bytes)
    if (!this.#pace.keepsUpAfter(performance.now() - this.#since)) this.#cutOff()
  }

  /** Nothing is waited for any more. */
  stop(): void {
    clearTimeout(this.#timer)
  }
}
