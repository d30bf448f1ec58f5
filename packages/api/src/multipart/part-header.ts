import type { Busboy } from 'busboy'
import { parseParameterized } from '../requests/parameterized.ts'

/** The header lines of one part, names in lower case. */
export type PartHeader = Readonly<Record<string, readonly string[] | undefined>>

interface HeaderParser {
  cb(header: PartHeader): void
}

/**
 * Calls `listener` with the header of each part before busboy acts on it. busboy keeps headers to itself,
 * so that neither `Content-Digest` can be seen, nor that it passes over a part whose header it does not
 * like. Version 1.6, which is pinned, has one parser for all headers of a body, and puts it into
 * `_hparser` whenever a header begins.
 */
export function onPartHeader(busboy: Busboy, listener: (header: PartHeader) => void): void {
  let current: HeaderParser | null = null
  let tapped = false
  Object.defineProperty(busboy, '_hparser', {
    get: () => current,
    set(parser: HeaderParser | null) {
      current = parser
      if (parser === null || tapped) return
      tapped = true
      const handle = parser.cb
      parser.cb = (header) => {
        listener(header)
        handle(header)
      }
    },
  })
}

/**
 * Whether a header has two dispositions, or a disposition two of one parameter: whoever looked at the form
 * before us may have gone by the other.
 */
export function isAmbiguous({ 'content-disposition': lines = [] }: PartHeader): boolean {
  return lines.length > 1 || lines.some((line) => parseParameterized(line) === null)
}

/** Bytes of a header's lines, without their separators. */
export function sizeOfHeader(header: PartHeader): number {
  return Object.entries(header).reduce(
    (size, [name, values = []]) =>
      values.reduce((sum, value) => sum + name.length + Buffer.byteLength(value, 'latin1'), size),
    0,
  )
}

/**
 * Undoes how browsers write a quote or line end in a name: `%22`, `%0D`, `%0A` (RFC 7578 §2, HTML's
 * "encode a file name"). A `filename*` was decoded already.
 */
export function unescapeName(name: string, { 'content-disposition': lines }: PartHeader): string {
  if (lines?.[0]?.includes('filename*')) return name
  return name.replace(/%(?:22|0D|0A)/gi, (escaped) => decodeURIComponent(escaped))
}
