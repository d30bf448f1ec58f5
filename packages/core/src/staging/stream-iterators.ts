import type { Readable } from 'node:stream'

/** The chunks of a stream. `return` destroys it at once, even while it waits for a chunk. */
export function iteratorOfStream(stream: Readable): AsyncIterator<unknown> {
  const chunks = stream[Symbol.asyncIterator]()
  return {
    async next() {
      try {
        const result = await chunks.next()
        // A stream that was destroyed without an error ends its iteration as if it were complete.
        if (result.done && stream.readableEnded === false) throw cutOff()
        return result
      } catch (error) {
        throw isPrematureClose(error) ? cutOff(error) : error
      }
    },
    async return() {
      // Its error no longer matters, and must not end the process.
      stream.on('error', ignore)
      stream.destroy()
      return { done: true, value: undefined }
    },
  }
}

/** The same for a web stream, whose own iterator would wait for the pending chunk before it cancels. */
export function iteratorOfWebStream(stream: ReadableStream<unknown>): AsyncIterator<unknown> {
  const reader = stream.getReader()
  return {
    async next() {
      const { done, value } = await reader.read()
      return done ? { done, value: undefined } : { done, value }
    },
    async return() {
      await reader.cancel()
      return { done: true, value: undefined }
    },
  }
}

function isPrematureClose(error: unknown): boolean {
  const { code } = Object(error) as { readonly code?: unknown }
  return code === 'ERR_STREAM_PREMATURE_CLOSE'
}

function cutOff(cause?: unknown): Error {
  return new Error('The upload source was destroyed before its end.', { cause })
}

function ignore(): void {}
