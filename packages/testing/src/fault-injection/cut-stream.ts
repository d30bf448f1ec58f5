import { Readable } from 'node:stream'

/** Yields the first half of a stream's first chunk, then the error. Takes over the stream. */
export function cutInTheMiddle(body: Readable, error: Error): Readable {
  async function* part(): AsyncGenerator<Uint8Array> {
    // Leaving the loop destroys the stream, which frees what it holds.
    for await (const chunk of body) {
      yield chunk.subarray(0, Math.ceil(chunk.byteLength / 2))
      break
    }
    throw error
  }
  const cut = Readable.from(part(), { objectMode: false })
  // The stream may have no reader yet.
  cut.once('close', () => body.destroy())
  return cut
}
