import { ReadableStream } from 'node:stream/web'
import type { RestOfBody } from './rest-of-body.ts'

/**
 * The body of an answer whose client still sends. Its bytes go out at once, but their stream ends only with the
 * request. Servers close the connection at that end. If it closed earlier, with bytes unread, the connection would be
 * reset. A client that has not read the answer yet would lose it (RFC 9112 §9.6).
 */
export function lingeringBodyOf(bytes: Uint8Array, rest: RestOfBody): ReadableStream<Uint8Array> {
  let isCancelled = false
  return new ReadableStream({
    async start(controller) {
      controller.enqueue(new Uint8Array(bytes))
      await rest.ended
      if (!isCancelled) controller.close()
    },
    cancel() {
      isCancelled = true
      rest.cancel()
    },
  })
}
