import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { ApiResponse, PageRequest } from '@stowage/api'
import { takesGzip } from './takes-gzip.ts'

type Headers = Readonly<Record<string, string>>

/** A file that is kept compressed in memory. It is unpacked once, for the first client that does not take gzip. */
export class ServedFile {
  readonly #gzip: Uint8Array
  readonly #digest: string
  readonly #headers: Headers
  #plain: Uint8Array | undefined

  constructor(gzip: Uint8Array, digest: string, headers: Headers) {
    this.#gzip = gzip
    this.#digest = digest
    this.#headers = headers
  }

  static ofText(text: string, headers: Headers): ServedFile {
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 32)
    return new ServedFile(gzipSync(text, { level: 9 }), digest, headers)
  }

  /** 200, or 304 where the client has it already. */
  answer({ headers }: PageRequest): ApiResponse {
    const isGzip = takesGzip(headers['accept-encoding'])
    // To caches, each encoding of the content is a file of its own, so each has its own tag.
    const etag = isGzip ? `"${this.#digest}-gzip"` : `"${this.#digest}"`
    const own = { ...this.#headers, etag, vary: 'Accept-Encoding' }
    if (lists(headers['if-none-match'], etag)) return { status: 304, headers: own, body: null }
    const body = isGzip ? this.#gzip : this.#unpacked()
    return {
      status: 200,
      headers: {
        ...own,
        ...(isGzip && { 'content-encoding': 'gzip' }),
        'content-length': String(body.byteLength),
      },
      body,
    }
  }

  #unpacked(): Uint8Array {
    this.#plain ??= gunzipSync(this.#gzip)
    return this.#plain
  }
}

/** Whether `If-None-Match` names this tag, weak or not (RFC 9110 §13.1.2). Our tags hold no comma. */
function lists(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return (
    header.trim() === '*' ||
    header.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
  )
}
