import { Pace } from '../body/pace.ts'

/** How slowly a client may take an answer. */
export interface DownloadLimits {
  /** Milliseconds for each 64 KiB or smaller piece. */
  readonly stallTimeout: number
  /** Bytes per second, over every `stallTimeout` of waiting for the client. */
  readonly minimumDownloadRate: number
}

/** Calls `cutOff` when a client takes too little. Only what it takes counts as progress, not what it sends. */
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

  /** Starts to wait for the client. */
  wait(): void {
    this.#since = performance.now()
    this.#timer = setTimeout(this.#cutOff, this.#stallTimeout).unref()
  }

  /** The client has taken the bytes that we waited for. */
  took(bytes: number): void {
    clearTimeout(this.#timer)
    this.#pace.moved(bytes)
    if (!this.#pace.keepsUpAfter(performance.now() - this.#since)) this.#cutOff()
  }

  /** Stops waiting. */
  stop(): void {
    clearTimeout(this.#timer)
  }
}
