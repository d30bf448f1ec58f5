/**
 * Reports a client that is too slow. Only time spent waiting for the client counts. Each period counts on its own:
 * a fast start earns no credit for a later pause.
 */
export class Pace {
  readonly #minimumRate: number
  readonly #period: number
  #waited = 0
  #bytes = 0

  /** `minimumRate` in bytes per second, `period` in milliseconds of waiting. */
  constructor(minimumRate: number, period: number) {
    this.#minimumRate = minimumRate
    this.#period = period
  }

  /** Counts bytes that a client has sent or taken. */
  moved(bytes: number): void {
    this.#bytes += bytes
  }

  /** Counts milliseconds of waiting. `false` when a period ends in which too little has moved. */
  keepsUpAfter(waited: number): boolean {
    this.#waited += waited
    if (this.#waited < this.#period) return true
    const keepsUp = this.#bytes >= (this.#waited / 1000) * this.#minimumRate
    this.#waited = 0
    this.#bytes = 0
    return keepsUp
  }
}
