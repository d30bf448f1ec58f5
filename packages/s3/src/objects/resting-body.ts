import { Readable } from 'node:stream'
import type { Semaphore } from '@stowage/core/internal'

/** Milliseconds for which nobody takes what was read, after which others may have the connection. */
const REST = 1000

interface RestingBodyOptions {
  /** Places for connections. The body has one already. */
  readonly places: Semaphore
  /** Waits for another one. */
  readonly take: (signal: AbortSignal) => Promise<void>
  /** In bytes; `null` where the storage does not say. Then the connection is kept to the end. */
  readonly length: number | null
  /** Opens the rest of the same object, `from` bytes behind the first. */
  readonly open: (from: number, signal: AbortSignal) => Promise<Readable>
}

/**
 * The body of an answer of S3, which gives its connection to others that wait for one when nobody has read on for a second,
 * and asks for the rest when somebody does. Else those who read nothing would keep all connections from the others.
 */
export class RestingBody extends Readable {
  readonly #options: RestingBodyOptions
  readonly #ended = new AbortController()
  #body: Readable | null = null
  #hasPlace = true
  #taken = 0
  #isWanted = false
  #timer: NodeJS.Timeout | undefined

  constructor(body: Readable, options: RestingBodyOptions) {
    super({ highWaterMark: 64 * 1024 })
    this.#options = options
    this.#follow(body)
    this.#restLater()
  }

  override _read(): void {
    this.#isWanted = true
    clearTimeout(this.#timer)
    this.#options.places.resume(this)
    if (this.#body === null) this.#reopen().catch((error) => this.destroy(error))
    else this.#hand(this.#body)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#timer)
    this.#ended.abort()
    this.#body?.destroy()
    this.#leave()
    done(error)
  }

  /** As a holder of a place that it does not use: see `Semaphore.rest`. */
  async makeRoom(): Promise<void> {
    this.#hasPlace = false
    this.#body?.destroy()
    this.#body = null
  }

  #follow(body: Readable): void {
    this.#body = body
    const isCurrent = () => this.#body === body
    body.on('readable', () => {
      if (isCurrent() && this.#isWanted) this.#hand(body)
    })
    body.on('end', () => {
      if (!isCurrent()) return
      clearTimeout(this.#timer)
      this.#leave()
      this.push(null)
    })
    body.on('error', (error) => {
      if (isCurrent()) this.destroy(error)
    })
  }

  #hand(body: Readable): void {
    while (this.#isWanted) {
      const chunk: Buffer | null = body.read()
      if (chunk === null) return
      this.#taken += chunk.length
      this.#isWanted = this.push(chunk)
    }
    this.#restLater()
  }

  #restLater(): void {
    const { places, length } = this.#options
    if (length === null || this.#taken === length) return
    this.#timer = setTimeout(() => places.rest(this), REST).unref()
  }

  async #reopen(): Promise<void> {
    const { take, open } = this.#options
    const { signal } = this.#ended
    await take(signal)
    this.#hasPlace = true
    if (this.destroyed) return this.#leave()
    const body = await open(this.#taken, signal)
    if (this.destroyed) body.destroy()
    else this.#follow(body)
  }

  #leave(): void {
    if (!this.#hasPlace) return
    this.#hasPlace = false
    this.#options.places.resume(this)
    this.#options.places.give()
  }
}
