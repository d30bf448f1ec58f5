import { Readable } from 'node:stream'

type Reader = ReadableStreamDefaultReader<Uint8Array>

/**
 * A request's body as a Node stream. Takes the next chunk only on demand. Fails when the body breaks off; it never just
 * ends. Destroying it cancels the body.
 */
export class RequestBody extends Readable {
  readonly #source: ReadableStream<Uint8Array>
  #reader: Reader | undefined

  constructor(source: ReadableStream<Uint8Array>) {
    super()
    this.#source = source
    // Without a listener, an answer that never reads the body would crash.
    this.on('error', () => {})
  }

  override async _read(): Promise<void> {
    try {
      this.#reader ??= this.#source.getReader()
      const { done, value } = await this.#reader.read()
      this.push(done ? null : value)
    } catch (error) {
      this.destroy(error as Error)
    }
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    // A body that has ended, or failed, has nothing left to cancel.
    const cancelled = this.#reader?.cancel(error) ?? this.#source.cancel(error)
    cancelled.catch(() => {})
    done(error)
  }
}
