/** Writes bits, most significant first, with the codes of H.265 (9.2). */
export class Bits {
  readonly #bytes: number[] = []
  #free = 0

  /** `count` bits of `value`, `u(n)`. */
  put(value: number, count: number): this {
    for (let bit = count - 1; bit >= 0; bit--) {
      if (this.#free === 0) {
        this.#bytes.push(0)
        this.#free = 8
      }
      this.#free -= 1
      const last = this.#bytes.length - 1
      this.#bytes[last] =
        (this.#bytes[last] ?? 0) | ((Math.floor(value / 2 ** bit) % 2) << this.#free)
    }
    return this
  }

  /** Exp-Golomb, `ue(v)`, of each of the values. */
  golomb(...values: number[]): this {
    for (const value of values) {
      const length = Math.floor(Math.log2(value + 1))
      this.put(0, length).put(value + 1, length + 1)
    }
    return this
  }

  /** Zeros up to the next byte. */
  align(): this {
    return this.put(0, this.#free)
  }

  /** A one, then zeros up to the next byte: `rbsp_trailing_bits`. */
  stop(): this {
    return this.put(1, 1).align()
  }

  bytes(): Buffer {
    return Buffer.from(this.#bytes)
  }
}
