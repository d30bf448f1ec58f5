import { Readable } from 'node:stream'

/** The first half of the first chunk of a stream, then the error. Takes the stream over. */
export function cutInTheMiddle(body: Readable, error: Error): Readable {
  async function* part(): AsyncGenerator<Uint8Array> {
    // Leaving the loop destroys the stream, hence frees what it holds.
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
