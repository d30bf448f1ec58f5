import busboy, { type Busboy } from 'busboy'
import { malformedMultipart } from './malformed.ts'

/** A part as busboy understands it. */
interface ParsedPart {
  /** The field's name. busboy reports an empty name like a missing one: both are ''. */
  readonly name: string
  /** Whether it has a `filename`, or is `application/octet-stream`. */
  readonly isFile: boolean
  /** Empty for files. */
  readonly text: string
}

const LINE_END = Buffer.from('\r\n')
const EMPTY_LINE = Buffer.from('\r\n\r\n')

/**
 * Lets busboy read headers and texts: what is a file, names of fields in their charset. This parser frames each part
 * again and gives it to busboy whole. So busboy never sees a broken form, nor the bytes of a file. It holds only
 * memory, so nobody must close it.
 */
export class PartParser {
  readonly #busboy: Busboy
  readonly #delimiter: Buffer
  #parsed: ParsedPart | undefined
  #error: Error | undefined

  constructor(boundary: string) {
    const quoted = boundary.replace(/["\\]/g, '\\$&')
    this.#delimiter = Buffer.from(`\r\n--${boundary}`)
    this.#busboy = busboy({
      headers: { 'content-type': `multipart/form-data; boundary="${quoted}"` },
      defParamCharset: 'utf8',
      preservePath: true,
      // By default busboy silently cuts longer ones. The caller has limits of its own.
      limits: { fieldNameSize: Number.POSITIVE_INFINITY, fieldSize: Number.POSITIVE_INFINITY },
    })
      .on('file', (name: string | undefined, stream) => {
        this.#parsed = { name: name ?? '', isFile: true, text: '' }
        stream.resume()
      })
      .on('field', (name: string | undefined, text: string | undefined) => {
        if (text === undefined) this.#error = new Error('A field has an unknown charset')
        else this.#parsed = { name: name ?? '', isFile: false, text }
      })
      .on('error', (error: Error) => {
        this.#error = error
      })
    this.#busboy.write(this.#delimiter)
  }

  /**
   * What busboy makes of a part. `header` has no line end after its last line. Throws 400 `malformed_request` when the
   * header is malformed, has no `Content-Disposition: form-data` that busboy understands, or names a charset that it
   * does not know.
   */
  async parse(header: Buffer, content: Buffer): Promise<ParsedPart> {
    this.#parsed = undefined
    const part = [LINE_END, header, EMPTY_LINE, content, this.#delimiter]
    await new Promise<unknown>((resolve) => this.#busboy.write(Buffer.concat(part), resolve))
    if (this.#error !== undefined) throw malformedMultipart(`${this.#error.message}.`)
    // busboy skips such a part silently.
    if (this.#parsed === undefined)
      throw malformedMultipart('A part has no readable Content-Disposition.')
    return this.#parsed
  }
}
