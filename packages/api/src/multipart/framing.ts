import type { HttpProblem } from '../problems/problem.ts'
import { malformedMultipart } from './malformed.ts'

const [CR, LF, DASH] = [13, 10, 45]

/**
 * The bytes of a multipart body up to the end of its last boundary, as they come. Throws 400
 * `malformed_request` where boundaries are not what RFC 2046 §5.1.1 says: one that neither a line end nor
 * `--` follows, one within the header of a part, none at the end. busboy drops what follows a broken
 * boundary, joins two headers that a boundary parts, and reads on behind the last boundary, each only when
 * the body happens to be cut so; a form would be stored in part without anybody being told.
 */
export async function* wellFramed(
  body: AsyncIterable<Buffer>,
  boundary: string,
): AsyncGenerator<Buffer, void, undefined> {
  const scan = createScan(Buffer.from(`\r\n--${boundary}`, 'latin1'))
  let ended = false
  for await (const chunk of body) {
    // What follows the form is nothing to us, but it is to come: the body has not broken off.
    if (ended) continue
    const end = scan(chunk)
    ended = end !== undefined
    yield ended ? chunk.subarray(0, end) : chunk
  }
  if (!ended) throw malformedMultipart('It ends before its last boundary.')
}

/** Where a scan is: in content, just behind a boundary, or in a header. */
type Phase = 'content' | 'behind' | 'header'

/** Takes the chunks one after another; gives where the form ends in the one that ends it. */
function createScan(delimiter: Buffer): (chunk: Buffer) => number | undefined {
  let phase: Phase = 'content'
  // The first boundary needs no line end before it.
  let matched = 2
  let isForbidden = false
  let first: number | undefined
  let lineEnds = 0
  let dashes = 0

  /** Moves behind the next delimiter, or to the end. A boundary holds no CR: that begins a delimiter or none. */
  function skipContent(chunk: Buffer, from: number): number {
    let at = from
    while (matched > 0 && matched < delimiter.length && at < chunk.length) {
      if (chunk[at] !== delimiter[matched]) matched = 0
      else {
        matched += 1
        at += 1
      }
    }
    if (matched === 0) {
      isForbidden = false
      const start = at
      const found = chunk.indexOf(delimiter, at)
      at = found === -1 ? chunk.length : found + delimiter.length
      matched = found === -1 ? begun(chunk, start) : delimiter.length
    }
    if (matched < delimiter.length) return at
    if (isForbidden) throw withinHeader()
    matched = 0
    phase = 'behind'
    return at
  }

  /** How much of a delimiter the chunk ends with. */
  function begun(chunk: Buffer, from: number): number {
    const last = chunk.lastIndexOf(CR)
    const length = chunk.length - last
    const isBegun =
      last >= from && length < delimiter.length && chunk.compare(delimiter, 0, length, last) === 0
    return isBegun ? length : 0
  }

  /** Whether the form ends with this byte, the second behind a boundary. */
  function isEnd(byte: number | undefined): boolean {
    if (first === undefined) {
      first = byte
      return false
    }
    const [before, isLast] = [first, first === DASH && byte === DASH]
    first = undefined
    if (isLast) return true
    if (before !== CR || byte !== LF) {
      throw malformedMultipart('Neither a line end nor -- follows a boundary.')
    }
    phase = 'header'
    lineEnds = 2
    dashes = 2
    return false
  }

  /** Moves behind the empty line that ends a header. */
  function skipHeader(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at]
      dashes = dashes > 0 && byte === delimiter[dashes] ? dashes + 1 : 0
      if (dashes === delimiter.length) throw withinHeader()
      const expected = lineEnds % 2 === 0 ? CR : LF
      lineEnds = byte === expected ? lineEnds + 1 : byte === CR ? 1 : 0
      if (lineEnds === 2) dashes = 2
      if (lineEnds === 4) {
        phase = 'content'
        matched = 2
        isForbidden = true
        return at + 1
      }
    }
    return chunk.length
  }

  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      if (phase === 'content') at = skipContent(chunk, at)
      else if (phase === 'header') at = skipHeader(chunk, at)
      else if (isEnd(chunk[at++])) return at
    }
    return undefined
  }
}

function withinHeader(): HttpProblem {
  return malformedMultipart('A boundary stands within the header of a part.')
}
