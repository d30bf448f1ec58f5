import type { Readable } from 'node:stream'
import {
  type ReadableByteStreamController,
  ReadableStream,
  type UnderlyingByteSource,
} from 'node:stream/web'
import { type DownloadLimits, StallWatch } from '@stowage/api'

/** What happens to an answer's bytes. */
export interface ResponseBodyOptions extends DownloadLimits {
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal
  /** Called with the reason when the bytes could not be read to their end. Not called when the client went away. */
  readonly onError: (error: unknown) => void
}

/** Bytes that are given to the server at once. An answer makes progress when the server asks for more. */
const PIECE = 64 * 1024

/**
 * The bytes of a stream as the body of a `Response`. The next ones are read only when the server asks for them. When
 * the server cancels, asks for too little, or the client leaves, the stream is destroyed.
 */
export function responseBodyOf(
  body: Readable,
  options: ResponseBodyOptions,
): ReadableStream<Uint8Array> {
  return new ReadableStream(new ByteSource(body, options))
}

/**
 * The time from a piece to the request for the next one counts as the client's. The time to read the next one does not.
 */
class ByteSource implements UnderlyingByteSource {
  readonly type = 'bytes'
  readonly #body: Readable
  readonly #chunks: AsyncIterator<Uint8Array>
  readonly #options: ResponseBodyOptions
  readonly #watch: StallWatch
  #rest: Uint8Array | undefined
  #given = 0
  #isAbandoned = false

  constructor(body: Readable, options: ResponseBodyOptions) {
    this.#body = body
    this.#chunks = body[Symbol.asyncIterator]()
    this.#options = options
    this.#watch = new StallWatch(options, () => this.#abandon(tooSlow()))
  }

  start(controller: ReadableByteStreamController): void {
    const { signal, onError } = this.#options
    this.#body.once('error', (error) => {
      if (!this.#isAbandoned && !signal.aborted) onError(error)
      this.#stop()
      controller.error(this.#shown(error))
    })
    this.#watch.wait()
    signal.addEventListener('abort', this.#leave)
    if (signal.aborted) this.#leave()
  }

  async pull(controller: ReadableByteStreamController): Promise<void> {
    this.#watch.took(this.#given)
    const chunk = this.#rest ?? (await this.#nextChunk())
    if (chunk === undefined) {
      this.#stop()
      controller.close()
      controller.byobRequest?.respond(0)
      return
    }
    // A copy: the controller detaches the memory of what it gets, which may be the cache of the store.
    const piece = new Uint8Array(chunk.subarray(0, PIECE))
    this.#rest = chunk.byteLength > PIECE ? chunk.subarray(PIECE) : undefined
    this.#given = piece.byteLength
    this.#watch.wait()
    controller.enqueue(piece)
  }

  cancel(): void {
    this.#abandon()
  }

  async #nextChunk(): Promise<Uint8Array | undefined> {
    try {
      const { done, value } = await this.#chunks.next()
      return done === true ? undefined : value
    } catch (error) {
      throw this.#shown(error)
    }
  }

  /** Servers may write the message into the answer, so it says nothing about the store. */
  #shown(error: unknown): unknown {
    return this.#isAbandoned ? error : new Error('The answer broke off before its end.')
  }

  readonly #leave = () => this.#abandon(this.#options.signal.reason)

  #abandon(reason?: Error): void {
    this.#isAbandoned = true
    this.#stop()
    this.#body.destroy(reason)
  }

  #stop(): void {
    this.#watch.stop()
    this.#options.signal.removeEventListener('abort', this.#leave)
  }
}

function tooSlow(): Error {
  return new Error('The answer was taken too slowly, and was broken off.')
}
