import type { ApiError } from '../errors/api-error.ts'
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
  const scan = new FormScan(Buffer.from(`\r\n--${boundary}`, 'latin1'))
  let ended = false
  for await (const chunk of body) {
    // What follows the form is nothing to us, but it is to come: the body has not broken off.
    if (ended) continue
    const end = scan.take(chunk)
    ended = end !== undefined
    yield ended ? chunk.subarray(0, end) : chunk
  }
  if (!ended) throw malformedMultipart('It ends before its last boundary.')
}

/** Where a scan is: in content, just behind a boundary, or in a header. */
type Phase = 'content' | 'behind' | 'header'

/**
 * Takes the chunks one after another. A class: V8 forgets the compiled code of functions that are made anew
 * for each request whenever it collects all garbage while none of them is in use.
 */
class FormScan {
  readonly #delimiter: Buffer
  #phase: Phase = 'content'
  // The first boundary needs no line end before it.
  #matched = 2
  #isForbidden = false
  #first: number | undefined
  #lineEnds = 0
  #dashes = 0

  constructor(delimiter: Buffer) {
    this.#delimiter = delimiter
  }

  /** Where the form ends in the chunk that ends it. */
  take(chunk: Buffer): number | undefined {
    for (let at = 0; at < chunk.length; ) {
      if (this.#phase === 'content') at = this.#skipContent(chunk, at)
      else if (this.#phase === 'header') at = this.#skipHeader(chunk, at)
      else if (this.#isEnd(chunk[at++])) return at
    }
    return undefined
  }

  /** Moves behind the next delimiter, or to the end. A boundary holds no CR: that begins a delimiter or none. */
  #skipContent(chunk: Buffer, from: number): number {
    const delimiter = this.#delimiter
    let at = from
    while (this.#matched > 0 && this.#matched < delimiter.length && at < chunk.length) {
      if (chunk[at] !== delimiter[this.#matched]) this.#matched = 0
      else {
        this.#matched += 1
        at += 1
      }
    }
    if (this.#matched === 0) {
      this.#isForbidden = false
      const start = at
      const found = chunk.indexOf(delimiter, at)
      at = found === -1 ? chunk.length : found + delimiter.length
      this.#matched = found === -1 ? this.#begun(chunk, start) : delimiter.length
    }
    if (this.#matched < delimiter.length) return at
    if (this.#isForbidden) throw withinHeader()
    this.#matched = 0
    this.#phase = 'behind'
    return at
  }

  /** How much of a delimiter the chunk ends with. */
  #begun(chunk: Buffer, from: number): number {
    const delimiter = this.#delimiter
    const last = chunk.lastIndexOf(CR)
    const length = chunk.length - last
    const isBegun =
      last >= from && length < delimiter.length && chunk.compare(delimiter, 0, length, last) === 0
    return isBegun ? length : 0
  }

  /** Whether the form ends with this byte, the second behind a boundary. */
  #isEnd(byte: number | undefined): boolean {
    const first = this.#first
    if (first === undefined) {
      this.#first = byte
      return false
    }
    this.#first = undefined
    if (first === DASH && byte === DASH) return true
    if (first !== CR || byte !== LF) {
      throw malformedMultipart('Neither a line end nor -- follows a boundary.')
    }
    this.#phase = 'header'
    this.#lineEnds = 2
    this.#dashes = 2
    return false
  }

  /** Moves behind the empty line that ends a header. */
  #skipHeader(chunk: Buffer, from: number): number {
    const delimiter = this.#delimiter
    let dashes = this.#dashes
    let lineEnds = this.#lineEnds
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at]
      dashes = dashes > 0 && byte === delimiter[dashes] ? dashes + 1 : 0
      if (dashes === delimiter.length) throw withinHeader()
      const expected = lineEnds % 2 === 0 ? CR : LF
      lineEnds = byte === expected ? lineEnds + 1 : byte === CR ? 1 : 0
      if (lineEnds === 2) dashes = 2
      if (lineEnds === 4) {
        this.#phase = 'content'
        this.#matched = 2
        this.#isForbidden = true
        return at + 1
      }
    }
    this.#dashes = dashes
    this.#lineEnds = lineEnds
    return chunk.length
  }
}

function withinHeader(): ApiError {
  return malformedMultipart('A boundary stands within the header of a part.')
}
