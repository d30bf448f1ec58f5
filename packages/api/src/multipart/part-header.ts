import type { Busboy } from 'busboy'
import { parseParameterized } from '../http/parameterized.ts'
import type { SearchListener } from './boundary-search.ts'

/** The header lines of one part, names in lower case. */
export type PartHeader = Readonly<Record<string, readonly string[] | undefined>>

interface HeaderParser {
  cb(header: PartHeader): void
}

interface BusboyInside {
  readonly _bparser: { readonly _cb: SearchListener }
  readonly _hparser: HeaderParser | null
}

/**
 * Wraps the listener of busboy's boundary search so that `listener` has the header of each part before
 * busboy acts on it. busboy keeps headers to itself, so that neither `Content-Digest` can be seen, nor that
 * it passes over a part whose header it does not like. Version 1.6, which is pinned, has one parser for all
 * headers of a body, `_hparser` from the line end behind a boundary on, and reads with it at once: so the
 * first of these line ends is told by itself. (An accessor in the place of `_hparser` would give every
 * request a hidden class.)
 */
export function tapHeaders(busboy: Busboy, listener: (header: PartHeader) => void): SearchListener {
  const inside = busboy as unknown as BusboyInside
  const tell = inside._bparser._cb
  let isBegun = false
  /** Bytes of the first line end that are still to come. */
  let untold = 0

  function tap(parser: HeaderParser | null): void {
    if (parser === null) return
    const handle = parser.cb
    parser.cb = (header) => {
      listener(header)
      handle(header)
    }
  }

  return (isMatch, data, start, end, isSafe) => {
    let at = start
    for (; untold > 0 && at < end; at += 1) {
      tell(false, data, at, at + 1, isSafe)
      untold -= 1
      if (untold === 0) tap(inside._hparser)
    }
    if (isMatch || at < end) tell(isMatch, data, at, end, isSafe)
    if (isMatch && !isBegun) {
      isBegun = true
      untold = '\r\n'.length
    }
  }
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
