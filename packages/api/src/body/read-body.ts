import { type ApiError, apiError } from '../errors/api-error.ts'
import type { ApiRequest } from '../message/request.ts'
import { Arrivals, endedEarly, type SlowClientLimits } from './arrivals.ts'

/** What is needed of a request to read its body. */
export type BodyOf = Pick<ApiRequest, 'body' | 'headers' | 'signal' | 'acceptBody'>

interface ReadBodyOptions {
  /** Bytes that the body may have in all. */
  readonly limit: number
  readonly limits: SlowClientLimits
  /** Whether what had arrived is read before a client that left makes the body fail. Default `false`. */
  readonly keepsArrived?: boolean
}

/**
 * The bytes of a request's body, read only when the caller asks. There is no other way to read a body. Small chunks
 * that arrived together come as one. A request without a body has none.
 *
 * Throws 413 `body_too_large` past the limit. 408 `request_timeout` when the client is silent or too slow; only time
 * spent waiting for it counts. 400 `malformed_request` when the body breaks off, or ends with fewer bytes than its
 * `Content-Length` announced (RFC 9112 §8). The signal's reason when it aborts. The stream stays open after each of
 * these errors, and the adapter discards the rest.
 */
export function readBody(request: BodyOf, options: ReadBodyOptions): BodyReader {
  return new BodyReader(request, options)
}

/** Throws 413 at once when the client announces more than the limit. */
export function assertContentLength(header: string | undefined, limit: number): void {
  if (header !== undefined && Number(header) > limit) throw bodyTooLarge(limit)
}

const END = { done: true, value: undefined } as const

/** Not a generator: that would cost every chunk two more promises, and its `return` would wait for a pending `next`. */
class BodyReader implements AsyncIterableIterator<Buffer, undefined> {
  readonly #request: BodyOf
  readonly #limit: number
  readonly #keepsArrived: boolean
  readonly #arrivals: Arrivals | null
  #received = 0
  #state: 'new' | 'open' | 'closed' = 'new'
  /** What the body failed with, while what had arrived before is still read. */
  #failure: { readonly error: unknown } | undefined

  constructor(request: BodyOf, { limit, limits, keepsArrived = false }: ReadBodyOptions) {
    const { body, signal } = request
    this.#request = request
    this.#limit = limit
    this.#keepsArrived = keepsArrived
    this.#arrivals = body === null ? null : new Arrivals(body, limits, signal)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<Buffer, undefined>> {
    if (this.#state === 'new') this.#open()
    try {
      while (this.#state === 'open') {
        if (!this.#keepsArrived) this.#request.signal.throwIfAborted()
        const value = this.#arrivals?.take()
        if (value !== undefined) return { done: false, value: this.#counted(value) }
        if (this.#failure !== undefined) throw this.#failure.error
        if (this.#request.body?.readableEnded !== false) return this.#end()
        this.#request.signal.throwIfAborted()
        await this.#wait()
      }
      return END
    } catch (error) {
      this.#close()
      throw error
    }
  }

  /** Also ends a pending `next`. */
  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#close()
    return END
  }

  async #wait(): Promise<void> {
    try {
      await this.#arrivals?.wait()
    } catch (error) {
      if (!this.#keepsArrived) throw error
      this.#failure = { error }
    }
  }

  #open(): void {
    this.#state = 'open'
    this.#request.acceptBody?.()
  }

  #end(): Promise<IteratorReturnResult<undefined>> {
    const announced = Number(this.#request.headers['content-length'] ?? 0)
    if (this.#received < announced) throw endedEarly()
    return this.return()
  }

  #close(): void {
    this.#state = 'closed'
    this.#arrivals?.stop()
  }

  #counted(chunk: Buffer): Buffer {
    this.#received += chunk.length
    if (this.#received > this.#limit) throw bodyTooLarge(this.#limit)
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
