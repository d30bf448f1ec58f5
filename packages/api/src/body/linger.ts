import { integer, type OptionChecks } from '@stowage/core/internal'

/** How long to keep reading a refused upload, so that its client gets to read the answer. */
export interface LingerLimits {
  /** Milliseconds without a byte. Default 5 000. */
  readonly silenceMs?: number
  /** Milliseconds in all. Default 30 000. */
  readonly totalMs?: number
}

/** The longest time that timers can wait, in milliseconds. */
const MAX_TIMER = 2 ** 31 - 1

/** What each limit must be. */
export const LINGER_LIMITS: OptionChecks<LingerLimits> = {
  silenceMs: integer(1, MAX_TIMER),
  totalMs: integer(1, MAX_TIMER),
}

/** Calls `end` once a lingering client has been silent for too long, or has used up its time. */
export class LingerWatch {
  readonly #silence: NodeJS.Timeout
  readonly #total: NodeJS.Timeout

  constructor({ silenceMs = 5_000, totalMs = 30_000 }: LingerLimits, end: () => void) {
    this.#silence = setTimeout(end, silenceMs).unref()
    this.#total = setTimeout(end, totalMs).unref()
  }

  /** Something came from the client. */
  heard(): void {
    this.#silence.refresh()
  }

  /** Stops waiting. */
  stop(): void {
    clearTimeout(this.#silence)
    clearTimeout(this.#total)
  }
}
