import { Readable } from 'node:stream'
import { StowageError } from '@stowage/core'
import type { Semaphore, SemaphoreOptions } from '@stowage/core/internal'

/** Milliseconds without a reader after which others may have the connection. */
const REST = 1000

interface RestingBodyOptions {
  /** Places for connections. The body already has one. */
  readonly places: Semaphore
  /** Whose turn it takes when it waits for another place. */
  readonly turn: SemaphoreOptions['turn']
  /** In bytes; `null` when the storage does not say. Then the body keeps its connection to the end. */
  readonly length: number | null
  /** Opens the rest of the same object, after its first `from` bytes. */
  readonly open: (from: number, signal: AbortSignal) => Promise<Readable>
}

/**
 * The body of an answer from S3. When nobody has read from it for a second, it yields its connection to reads that wait
 * for one; when somebody reads on, it requests the rest. Otherwise idle readers could keep all connections from the
 * others.
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
    // It may fail before anybody reads: the reader learns of it later.
    this.on('error', () => {})
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

  /** Called on a holder of a place that it does not use: see `Semaphore.rest`. */
  async makeRoom(): Promise<void> {
    this.#hasPlace = false
    this.#drop()
  }

  #follow(body: Readable): void {
    this.#body = body
    const whenCurrent =
      <Given extends unknown[]>(act: (...given: Given) => void) =>
      (...given: Given) => {
        if (this.#body === body) act(...given)
      }
    body.on(
      'readable',
      whenCurrent(() => {
        if (this.#isWanted) this.#hand(body)
      }),
    )
    body.on(
      'end',
      whenCurrent(() => this.#end()),
    )
    body.on(
      'error',
      whenCurrent((error: Error) => this.#fail(error)),
    )
  }

  #hand(body: Readable): void {
    while (this.#isWanted) {
      const chunk: Buffer | null = body.read()
      if (chunk === null) return
      this.#taken += chunk.length
      this.#isWanted = this.push(chunk)
    }
    // A stream ends only when it is read again.
    if (this.#taken === this.#options.length) body.read()
    else this.#restLater()
  }

  #end(): void {
    const { length } = this.#options
    clearTimeout(this.#timer)
    this.#leave()
    if (length === null || this.#taken === length) this.push(null)
    else this.destroy(endedEarly())
  }

  /** A body that nobody reads at the moment goes on with another connection. */
  #fail(error: Error): void {
    if (this.#isWanted || this.#options.length === null) {
      this.destroy(error)
      return
    }
    clearTimeout(this.#timer)
    this.#drop()
    this.#leave()
  }

  #drop(): void {
    const body = this.#body
    this.#body = null
    body?.destroy()
  }

  #restLater(): void {
    clearTimeout(this.#timer)
    const { places, length } = this.#options
    if (length === null || this.destroyed) return
    this.#timer = setTimeout(() => {
      if (this.#hasPlace) places.rest(this)
    }, REST).unref()
  }

  async #reopen(): Promise<void> {
    const { places, turn, open } = this.#options
    const { signal } = this.#ended
    await places.take({ turn, signal })
    this.#hasPlace = true
    if (this.destroyed) return this.#leave()
    const body = await open(this.#taken, signal)
    if (this.destroyed) body.destroy()
    else this.#follow(body)
  }

  #leave(): void {
    if (!this.#hasPlace) return
    this.#hasPlace = false
    const { places, turn } = this.#options
    places.resume(this)
    places.give(turn)
  }
}

function endedEarly(): StowageError {
  return new StowageError('unavailable', 'The storage ended a file early. Try again.')
}
