import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

/** A stream of what a read resolves to. The read begins with the first chunk that is asked for. */
export function streamOf(
  open: () => Promise<Uint8Array | Readable>,
  signal?: AbortSignal,
): Readable {
  return Readable.from(chunksOf(open), { objectMode: false, ...(signal && { signal }) })
}

async function* chunksOf(open: () => Promise<Uint8Array | Readable>): AsyncGenerator<Uint8Array> {
  const body = await open()
  if (body instanceof Readable) yield* body
  else if (body.byteLength > 0) yield body
}

/** The result of a read, in memory. */
export async function bytesOf(body: Uint8Array | Readable): Promise<Uint8Array> {
  return body instanceof Readable ? buffer(body) : body
}

/** SHA-256 of the result of a read, in lower-case hex. */
export async function digestOf(body: Uint8Array | Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of streamOf(async () => body)) hash.update(chunk)
  return hash.digest('hex')
}
