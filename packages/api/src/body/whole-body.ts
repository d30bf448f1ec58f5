const INITIAL_SIZE = 16 * 1024

/**
 * All bytes of a body. Copies each chunk as it comes, because keeping a chunk costs hundreds of bytes besides its own.
 * A client that sends byte by byte would make us pay that a million times.
 */
export async function wholeBody(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  let bytes = Buffer.allocUnsafe(INITIAL_SIZE)
  let size = 0
  for await (const chunk of chunks) {
    const needed = size + chunk.byteLength
    if (needed > bytes.byteLength) {
      const larger = Buffer.allocUnsafe(Math.max(needed, 2 * bytes.byteLength))
      larger.set(bytes.subarray(0, size))
      bytes = larger
    }
    bytes.set(chunk, size)
    size = needed
  }
  return bytes.subarray(0, size)
}
