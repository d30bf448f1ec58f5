import type { Answer, Message } from './message.ts'

/** Sends a message by `fetch`, and gives the answer as it comes. */
export function fetchMessage(
  { method, url, headers, body, credentials, signal }: Message,
  send: typeof fetch = globalThis.fetch,
): Promise<Response> {
  return send(url, {
    method,
    headers,
    ...(body !== undefined && { body }),
    ...(credentials && { credentials }),
    ...(signal && { signal }),
  })
}

/** The same, read to its end. */
export async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response
  return { status, text: await response.text(), header: (name) => headers.get(name) }
}
