import { parseParameterized } from './parameterized.ts'

/** The name of a file, and how it was written. */
export interface DispositionName {
  readonly name: string
  /** Whether it came from `filename*`, where nothing is escaped except as RFC 8187 says. */
  readonly isExtended: boolean
}

const EXTENDED = /^(UTF-8|ISO-8859-1)'[^']*'(.*)$/i

/**
 * Reads the file name from a `Content-Disposition` header (RFC 6266, RFC 8187), which Node reads as Latin-1. This is
 * the only reader of such names: of requests, of parts of a form, and of responses to a fetched URL. It takes
 * `filename*` in UTF-8 or ISO-8859-1, and `filename` where that cannot be read. Both may be quoted. `undefined` when
 * the header has neither; `null` for what cannot be read. The name is data, never a path.
 */
export function fileNameOf(disposition: string): DispositionName | undefined | null {
  const parameters = parseParameterized(disposition)?.parameters
  if (parameters === undefined) return null
  const extended = parameters.get('filename*')
  const name = extended === undefined ? undefined : decodeExtended(extended)
  if (name !== undefined) return { name, isExtended: true }
  const plain = parameters.get('filename')
  if (plain !== undefined) return { name: utf8Of(plain), isExtended: false }
  return extended === undefined ? undefined : null
}

function decodeExtended(text: string): string | undefined {
  const [, charset = '', escaped] = EXTENDED.exec(text) ?? []
  if (escaped === undefined) return undefined
  if (charset.length !== 'UTF-8'.length) return decodeLatin1(escaped)
  try {
    return decodeURIComponent(escaped)
  } catch {
    return undefined
  }
}

function decodeLatin1(escaped: string): string | undefined {
  if (/%(?![\da-f]{2})/i.test(escaped)) return undefined
  return escaped.replace(/%(..)/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
}

/** Clients and hosts write UTF-8. */
function utf8Of(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'))
  } catch {
    return text
  }
}
