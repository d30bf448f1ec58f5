import type { Readable } from 'node:stream'
import { type ApiError, apiError } from '../errors/api-error.ts'
import { Arrivals, type SlowClientLimits } from './arrivals.ts'

interface ReadBodyOptions {
  /** Bytes that the body may have in all. */
  readonly limit: number
  readonly limits: SlowClientLimits
  readonly signal: AbortSignal
  /** Called before the first byte is asked for. */
  readonly accept?: (() => void) | undefined
}

/**
 * The bytes of a request body, read only when the caller asks. Small chunks that arrived together come as one.
 *
 * Throws 413 `body_too_large` past the limit. 408 `request_timeout` when the client is silent or too slow; only
 * time spent waiting for it counts. 400 `malformed_request` when the body breaks off. The signal's reason when it
 * aborts. The stream stays open after each of them, and the adapter discards the rest.
 */
export function readBody(body: Readable, options: ReadBodyOptions): BodyReader {
  return new BodyReader(body, options)
}

/** Throws 413 at once when the client announces more than may come. */
export function assertContentLength(header: string | undefined, limit: number): void {
  if (header !== undefined && Number(header) > limit) throw bodyTooLarge(limit)
}

const END = { done: true, value: undefined } as const

/** No generator: one would cost every chunk two promises more, and its `return` would wait for a pending `next`. */
class BodyReader implements AsyncIterableIterator<Buffer, undefined> {
  readonly #body: Readable
  readonly #options: ReadBodyOptions
  readonly #arrivals: Arrivals
  #received = 0
  #state: 'new' | 'open' | 'closed' = 'new'

  constructor(body: Readable, options: ReadBodyOptions) {
    this.#body = body
    this.#options = options
    this.#arrivals = new Arrivals(body, options.limits, options.signal)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<Buffer, undefined>> {
    if (this.#state === 'new') this.#open()
    try {
      while (this.#state === 'open') {
        this.#options.signal.throwIfAborted()
        const value = this.#arrivals.take()
        if (value !== undefined) return { done: false, value: this.#counted(value) }
        if (this.#body.readableEnded) return this.return()
        await this.#arrivals.wait()
      }
      return END
    } catch (error) {
      this.#close()
      throw error
    }
  }

  /** Ends a pending `next` too. */
  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#close()
    return END
  }

  #open(): void {
    this.#state = 'open'
    this.#options.accept?.()
  }

  #close(): void {
    this.#state = 'closed'
    this.#arrivals.stop()
  }

  #counted(chunk: Buffer): Buffer {
    const { limit } = this.#options
    this.#received += chunk.length
    if (this.#received > limit) throw bodyTooLarge(limit)
    return chunk
  }
}

function bodyTooLarge(limit: number): ApiError {
  return apiError(
    'body_too_large',
    `A request body may have at most ${limit} bytes. Send less at once.`,
    { meta: { limit } },
  )
}
