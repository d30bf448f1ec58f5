import { MAX_UPLOAD_NOTE } from '@stowage/core/internal'
import { badHeader } from './bad-header.ts'

const NAME = 'Upload-Metadata'
/** The key has no spaces and no commas; the value is Base64. Without a value the space may be left out. */
const PAIR = /^([!-+\--~]+)(?: +([A-Za-z0-9+/]*={0,2}))?$/
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const PRINTABLE = /^[\x20-\x7e]*$/

/** What `Upload-Metadata` of tus says, by key. Values are decoded only when they are asked for. */
export class UploadMetadata {
  readonly #pairs = new Map<string, string>()

  /** Throws 400 `invalid_parameter` unless it is a list of unique keys, each with a value in Base64 or without one. */
  constructor(header: string | undefined) {
    if (header === undefined) return
    if (header.length > MAX_UPLOAD_NOTE || !PRINTABLE.test(header)) throw unreadable()
    for (const pair of header.split(',')) {
      const [, key, value = ''] = PAIR.exec(pair.trim()) ?? []
      if (key === undefined || !BASE64.test(value)) throw unreadable()
      if (this.#pairs.has(key)) throw badHeader(NAME, `\`${key}\` comes twice. Send each key once.`)
      this.#pairs.set(key, value)
    }
  }

  keys(): Iterable<string> {
    return this.#pairs.keys()
  }

  /** The text of the first of these keys that has one which is not empty. Throws 400 unless it is UTF-8. */
  text(...keys: readonly string[]): string | undefined {
    for (const key of keys) {
      const value = this.#pairs.get(key)
      if (value === undefined || value === '') continue
      try {
        return UTF_8.decode(Buffer.from(value, 'base64'))
      } catch {
        throw badHeader(NAME, `Send \`${key}\` as Base64 of a text in UTF-8.`)
      }
    }
    return undefined
  }
}

function unreadable() {
  const detail = `Send \`key value\` pairs with commas between them, of at most ${MAX_UPLOAD_NOTE} bytes: keys without space and comma, values in Base64 with its padding.`
  return badHeader(NAME, detail)
}
