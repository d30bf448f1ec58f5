import type { IncomingMessage } from 'node:http'

/** Bytes that are read of the body of an answer. */
const MAX_READ = 4096
/** Characters that are kept of it. */
const MAX_KEPT = 1024

/** The beginning of the body of an answer. Reads no more than 4 KiB; then the connection closes. */
export async function answerText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= MAX_READ) break
    }
  } finally {
    response.destroy()
  }
  const bytes = Buffer.concat(chunks).subarray(0, MAX_READ)
  return keptText(new TextDecoder().decode(bytes))
}

/** A text as it is kept: without NUL, which no database takes, and no longer than 1024 characters. */
export function keptText(text: string): string {
  return text.replaceAll('\0', '').slice(0, MAX_KEPT).toWellFormed()
}
