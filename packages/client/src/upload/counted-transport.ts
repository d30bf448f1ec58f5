import { answerOf, fetchMessage } from '../request/fetch-transport.ts'
import type { Message, Transport } from '../request/message.ts'

/** Sends the body as a stream that counts, where there is no XMLHttpRequest: in Node, Deno and Bun. */
export const countedTransport: Transport = async (message) => {
  const { body, headers, onSent } = message
  if (typeof body !== 'object') return answerOf(await fetchMessage(message))
  let sent = 0
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      sent += chunk.byteLength
      onSent?.(sent)
      controller.enqueue(chunk)
    },
  })
  const options = {
    ...requestOf(message),
    // With the length, a service can refuse too large a body before it is sent.
    headers: { ...headers, 'content-length': String(body.size) },
    body: (body.stream() as ReadableStream<Uint8Array>).pipeThrough(counting),
    duplex: 'half',
  }
  return answerOf(await fetch(message.url, options as RequestInit))
}

function requestOf({ method, credentials, signal }: Message): object {
  return { method, ...(credentials && { credentials }), ...(signal && { signal }) }
}
