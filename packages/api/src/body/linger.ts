import { integer, type OptionChecks } from '@stowage/core/internal'

/** How long a refused upload is still taken from the wire so that its client gets to read the answer. */
export interface LingerLimits {
  /** Milliseconds without a byte. Default 5 000. */
  readonly silence?: number
  /** Milliseconds in all. Default 30 000. */
  readonly total?: number
}

/** What timers can wait for. */
const MAX_TIMER = 2 ** 31 - 1

/** What each limit must be. */
export const LINGER_LIMITS: OptionChecks<LingerLimits> = {
  silence: integer(1, MAX_TIMER),
  total: integer(1, MAX_TIMER),
}

/** Calls `end` once a client that lingers is silent, or has had its time. */
export class LingerWatch {
  readonly #silence: NodeJS.Timeout
  readonly #total: NodeJS.Timeout

  constructor({ silence = 5_000, total = 30_000 }: LingerLimits, end: () => void) {
    this.#silence = setTimeout(end, silence).unref()
    this.#total = setTimeout(end, total).unref()
  }

  /** Something came of the client. */
  heard(): void {
    this.#silence.refresh()
  }

  /** Nothing is waited for any more. */
  stop(): void {
    clearTimeout(this.#silence)
    clearTimeout(this.#total)
  }
}
