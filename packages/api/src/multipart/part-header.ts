import { parseParameterized } from '../http/parameterized.ts'
import { malformedMultipart } from './malformed.ts'

/** busboy drops further lines silently. */
const MOST_LINES = 1999
/** The line end before a line that continues the one above. */
const FOLD = /\r\n(?=[ \t])/g

/** What busboy does not report about the header of a part. */
interface PartHeader {
  /** The values of its `Content-Disposition` lines. */
  readonly dispositions: readonly string[]
  /** The value of `Content-Digest`, of several lines joined with `, `. */
  readonly contentDigest: string | undefined
}

/** Reads the lines of a header; 400 `malformed_request` for more than 1,999. busboy checks whether they are well-formed. */
export function parsePartHeader(bytes: Buffer): PartHeader {
  const lines = bytes.toString('latin1').replace(FOLD, '').split('\r\n')
  if (lines.length > MOST_LINES) {
    throw malformedMultipart(`The header of a part has more than ${MOST_LINES} lines.`)
  }
  const digests = valuesOf(lines, 'content-digest')
  return {
    dispositions: valuesOf(lines, 'content-disposition'),
    contentDigest: digests.length === 0 ? undefined : digests.join(', '),
  }
}

function valuesOf(lines: readonly string[], name: string): string[] {
  return lines
    .filter((line) => line.slice(0, line.indexOf(':')).toLowerCase() === name)
    .map((line) => line.slice(name.length + 1).trim())
}

/**
 * Whether a header has two dispositions, or a disposition two of one parameter. Software in front of the app, which
 * looked at the form before us, may have gone by the other one.
 */
export function isAmbiguous({ dispositions }: Pick<PartHeader, 'dispositions'>): boolean {
  return dispositions.length > 1 || dispositions.some((each) => parseParameterized(each) === null)
}

/**
 * Undoes how browsers write a quote or line end in a name: `%22`, `%0D`, `%0A` (RFC 7578 §2, HTML's
 * "encode a file name"). busboy has decoded a `filename*` already.
 */
export function unescapeName(
  name: string,
  { dispositions }: Pick<PartHeader, 'dispositions'>,
): string {
  if (dispositions[0]?.includes('filename*')) return name
  return name.replace(/%(?:22|0D|0A)/gi, (escaped) => decodeURIComponent(escaped))
}
