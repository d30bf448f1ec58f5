import { fileNameOf, parseParameterized, withoutParameter } from '@stowage/core/internal'
import { assertStoredWhole } from '../http/headers/stored-whole.ts'
import { malformedMultipart } from './malformed.ts'

/** busboy drops further lines silently. */
const MOST_LINES = 1999
/** The line end before a line that continues the one above. */
const FOLD = /\r\n(?=[ \t])/g

/** What busboy does not report about the header of a part. */
interface PartHeader {
  /** The values of its `Content-Disposition` lines. */
  readonly dispositions: readonly string[]
  /** The header for busboy, without `filename*`, which busboy reads in its own way. */
  readonly bytes: Buffer
  /** The value of `Content-Digest`; several lines are joined with `, `. */
  readonly contentDigest: string | undefined
}

/**
 * Reads the lines of a header. Throws 400 `malformed_request` for more than 1,999, and for a part that is not the whole
 * of its file (`assertStoredWhole`). busboy checks whether the lines are well-formed.
 */
export function parsePartHeader(bytes: Buffer): PartHeader {
  const lines = bytes.toString('latin1').replace(FOLD, '').split('\r\n')
  if (lines.length > MOST_LINES) {
    throw malformedMultipart(`The header of a part has more than ${MOST_LINES} lines.`)
  }
  assertStoredWhole((name) => joinedValueOf(lines, name))
  const dispositions = valuesOf(lines, DISPOSITION)
  return {
    dispositions,
    bytes: dispositions.some(namesExtended) ? withoutExtended(lines) : bytes,
    contentDigest: joinedValueOf(lines, 'content-digest'),
  }
}

const DISPOSITION = 'content-disposition'

function namesExtended(disposition: string): boolean {
  return /filename\*/i.test(disposition)
}

function withoutExtended(lines: readonly string[]): Buffer {
  const kept = lines.map((line) =>
    isOf(line, DISPOSITION)
      ? `${DISPOSITION}:${withoutParameter(line.slice(DISPOSITION.length + 1), 'filename*')}`
      : line,
  )
  return Buffer.from(kept.join('\r\n'), 'latin1')
}

function joinedValueOf(lines: readonly string[], name: string): string | undefined {
  const values = valuesOf(lines, name)
  return values.length === 0 ? undefined : values.join(', ')
}

function valuesOf(lines: readonly string[], name: string): string[] {
  return lines.filter((line) => isOf(line, name)).map((line) => line.slice(name.length + 1).trim())
}

function isOf(line: string, name: string): boolean {
  return line.slice(0, line.indexOf(':')).toLowerCase() === name
}

/**
 * Whether a header has two dispositions, or a disposition has a parameter twice. Software in front of the app, which
 * read the form before us, may have used the other one.
 */
export function isAmbiguous({ dispositions }: Pick<PartHeader, 'dispositions'>): boolean {
  return dispositions.length > 1 || dispositions.some((each) => parseParameterized(each) === null)
}

/**
 * The file name of a part; `undefined` when it has none, `null` when the name cannot be read. Undoes how browsers write
 * a quote or line end in `filename`: `%22`, `%0D`, `%0A` (RFC 7578 §2, HTML's "encode a file name").
 */
export function partFileName({
  dispositions,
}: Pick<PartHeader, 'dispositions'>): string | undefined | null {
  const named = dispositions[0] === undefined ? undefined : fileNameOf(dispositions[0])
  if (named === undefined || named === null) return named
  // Browsers send this name for an empty file field.
  if (named.name === '') return undefined
  if (named.isExtended) return named.name
  return named.name.replace(/%(?:22|0D|0A)/gi, (escaped) => decodeURIComponent(escaped))
}
