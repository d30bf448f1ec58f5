/** Bytes of the two lengths before a frame: 4 for its header, 6 for its body. */
const LENGTHS = 10
const LONGEST_HEADER = 1024 ** 2

/**
 * The beginning of a frame: a header in JSON, which `size` bytes of body follow. Node's own messages between processes
 * cost several times as much.
 */
export function frameHead(header: object, size: number): Buffer {
  const json = JSON.stringify(header)
  const length = Buffer.byteLength(json)
  const head = Buffer.allocUnsafe(LENGTHS + length)
  head.writeUInt32LE(length, 0)
  head.writeUIntLE(size, 4, 6)
  head.write(json, LENGTHS)
  return head
}

export interface FrameReaderOptions<Header> {
  /** Largest body in bytes, asked for each frame. */
  readonly limit: () => number
  /** Largest header in bytes. Default 1 MiB. */
  readonly header?: number
  readonly deliver: (header: Header, body: Buffer) => void
}

/**
 * Takes chunks of any size from a pipe and delivers whole frames. Throws for a frame over a limit, and for malformed
 * bytes.
 */
export function createFrameReader<Header>({
  limit,
  header: longest = LONGEST_HEADER,
  deliver,
}: FrameReaderOptions<Header>): (chunk: Buffer) => void {
  let begun: Buffer = Buffer.alloc(0)
  /** A frame whose body is not complete yet. */
  let open: { readonly header: Header; readonly body: Buffer; filled: number } | null = null

  /** The rest of the chunk after the open frame has taken its part. */
  function fill(chunk: Buffer): Buffer {
    if (open === null) return chunk
    const taken = chunk.copy(open.body, open.filled)
    open.filled += taken
    if (open.filled === open.body.length) {
      const { header, body } = open
      open = null
      deliver(header, body)
    }
    return chunk.subarray(taken)
  }

  return (chunk) => {
    let rest = fill(chunk)
    if (begun.length > 0) rest = Buffer.concat([begun, rest])
    while (open === null && rest.length >= LENGTHS) {
      const length = rest.readUInt32LE(0)
      const size = rest.readUIntLE(4, 6)
      if (length > longest || size > limit()) throw new Error('over the limit of a frame')
      const start = LENGTHS + length
      if (rest.length < start) break
      const header: Header = JSON.parse(rest.toString('utf8', LENGTHS, start))
      rest = rest.subarray(start)
      if (size <= rest.length) {
        deliver(header, rest.subarray(0, size))
        rest = rest.subarray(size)
      } else {
        open = { header, body: Buffer.allocUnsafeSlow(size), filled: 0 }
        rest = fill(rest)
      }
    }
    begun = rest
  }
}
