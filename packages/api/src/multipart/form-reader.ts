import type { ApiError } from '../errors/api-error.ts'
import { malformedMultipart } from './malformed.ts'

const CRLF = Buffer.from('\r\n')
const EMPTY_LINE = Buffer.from('\r\n\r\n')
const DASHES = Buffer.from('--')
const END = { done: true, value: undefined } as const

/**
 * Parses the framing of a multipart body (RFC 2046 §5.1.1): header, content, header, content, in one pass over each
 * chunk. Copies no content, except a chunk after one that ended like the beginning of a boundary.
 *
 * Throws 400 `malformed_request` where neither a line end nor `--` follows a boundary, for a boundary within a
 * header, for a header over its limit, and when the body ends before its last boundary. Throws what `body` throws.
 * Only one promise may be pending at a time.
 */
export class FormReader {
  readonly #body: AsyncIterator<Buffer, unknown>
  readonly #delimiter: Buffer
  readonly #headerLimit: number
  /**
   * Bytes that have come and were not handed out. The first boundary needs no line end before it, so one is put there.
   */
  #window: Buffer = CRLF
  /**
   * Whether the window begins within content. What precedes the first boundary counts as content, and is skipped.
   */
  #isInContent = true
  /** Bytes at the start of the window that precede content: the line end of the header's last line. */
  #lead = 0
  #part = 0

  /** `headerLimit` in bytes, line ends within the header included. */
  constructor(body: AsyncIterator<Buffer, unknown>, boundary: string, headerLimit: number) {
    this.#body = body
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
    this.#headerLimit = headerLimit
  }

  /**
   * The lines of the next part's header; skips what is left of the part before it. `undefined` after the last boundary,
   * once the whole body has come.
   */
  async nextHeader(): Promise<Buffer | undefined> {
    this.#part += 1
    while (this.#isInContent) await this.#nextContent()
    while (this.#window.length < CRLF.length) await this.#fill()
    if (startsWith(this.#window, DASHES)) return this.#skipEpilogue()
    if (!startsWith(this.#window, CRLF)) {
      throw malformedMultipart('Neither a line end nor -- follows a boundary.')
    }
    const end = await this.#endOfHeader()
    if (this.#window.subarray(0, end).includes(this.#delimiter)) throw boundaryInHeader()
    const header = this.#window.subarray(CRLF.length, end)
    this.#window = this.#window.subarray(end + CRLF.length)
    this.#lead = CRLF.length
    this.#isInContent = true
    return header
  }

  /**
   * The content of the part whose header came last. It ends when the next header is read, even if some of it is left.
   */
  content(): AsyncIterable<Buffer> {
    const part = this.#part
    const next = () => (part === this.#part ? this.#nextContent() : Promise.resolve(END))
    return { [Symbol.asyncIterator]: () => ({ next }) }
  }

  async #nextContent(): Promise<IteratorResult<Buffer, undefined>> {
    while (this.#isInContent) {
      const window = this.#window
      const found = window.indexOf(this.#delimiter)
      if (found !== -1) return this.#endContent(found)
      const end = startOfDelimiter(window, this.#delimiter)
      if (end > this.#lead) {
        const value = window.subarray(this.#lead, end)
        this.#window = window.subarray(end)
        this.#lead = 0
        return { done: false, value }
      }
      await this.#fill()
    }
    return END
  }

  #endContent(end: number): IteratorResult<Buffer, undefined> {
    if (end < this.#lead) throw boundaryInHeader()
    const value = this.#window.subarray(this.#lead, end)
    this.#window = this.#window.subarray(end + this.#delimiter.length)
    this.#isInContent = false
    return value.length === 0 ? END : { done: false, value }
  }

  /** The index of the empty line that ends the header at the start of the window. */
  async #endOfHeader(): Promise<number> {
    while (true) {
      const end = this.#window.indexOf(EMPTY_LINE)
      const length = end === -1 ? this.#window.length - EMPTY_LINE.length : end
      if (length - CRLF.length > this.#headerLimit) throw headerTooLarge(this.#headerLimit)
      if (end !== -1) return end
      await this.#fill()
    }
  }

  /** Nothing after the last boundary counts, but all of it must come: otherwise the body has broken off. */
  async #skipEpilogue(): Promise<undefined> {
    while (!(await this.#body.next()).done);
  }

  async #fill(): Promise<void> {
    const next = await this.#body.next()
    if (next.done) throw malformedMultipart('It ended early: its last boundary is missing.')
    const window = this.#window
    this.#window = window.length === 0 ? next.value : Buffer.concat([window, next.value])
  }
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start)
}

/** The index of a delimiter that the end of the window cuts off; the window's length when there is none. */
function startOfDelimiter(window: Buffer, delimiter: Buffer): number {
  const tail = window.subarray(1 - delimiter.length)
  // A boundary holds no CR, so only the last one can begin a delimiter.
  const at = tail.lastIndexOf(CRLF[0] as number)
  const isBegun = at !== -1 && startsWith(delimiter, tail.subarray(at))
  return isBegun ? window.length - tail.length + at : window.length
}

function boundaryInHeader(): ApiError {
  return malformedMultipart('A boundary stands within the header of a part.')
}

function headerTooLarge(limit: number): ApiError {
  return malformedMultipart(`The header of a part has more than ${limit} bytes.`)
}
