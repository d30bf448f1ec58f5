import { parseHttpDate } from './dates.ts'

/** What a client can compare its copy with. */
interface Validators {
  /** Strong, with its quotes. */
  readonly etag: string
  /** Milliseconds since the epoch, whole seconds. */
  readonly lastModified: number
  /**
   * Whether the file never had other bytes. Otherwise bytes of the same second may differ: the date is a weak
   * validator.
   */
  readonly isDateStrong: boolean
}

type Headers = Readonly<Record<string, string | undefined>>

/**
 * Evaluates the conditions of a GET or HEAD in the order of RFC 9110 §13.2.2. Ignores a malformed date, and a date
 * beside an entity tag.
 */
export function evaluateConditions(
  headers: Headers,
  { etag, lastModified }: Omit<Validators, 'isDateStrong'>,
): 'proceed' | 'not-modified' | 'failed' {
  const ifMatch = headers['if-match']
  if (ifMatch !== undefined) {
    if (!lists(ifMatch, etag)) return 'failed'
  } else if (isAfter(lastModified, headers['if-unmodified-since'])) {
    return 'failed'
  }
  const ifNoneMatch = headers['if-none-match']
  if (ifNoneMatch !== undefined) {
    return lists(ifNoneMatch, etag) || lists(ifNoneMatch, `W/${etag}`) ? 'not-modified' : 'proceed'
  }
  const since = headers['if-modified-since']
  const isUnchanged = since !== undefined && isAfter(lastModified, since) === false
  return isUnchanged ? 'not-modified' : 'proceed'
}

/** Whether a `Range` counts: without `If-Range`, or when that names exactly what we have (RFC 9110 §13.1.5). */
export function rangeApplies(
  headers: Headers,
  { etag, lastModified, isDateStrong }: Validators,
): boolean {
  const ifRange = headers['if-range']?.trim()
  if (ifRange === undefined || ifRange === etag) return true
  return isDateStrong && parseHttpDate(ifRange) === lastModified
}

/** Whether a list of entity tags names this one. Our tags hold no comma, so a plain split will do. */
function lists(header: string, etag: string): boolean {
  return header.trim() === '*' || header.split(',').some((each) => each.trim() === etag)
}

/** `undefined` when there is no date to compare with. */
function isAfter(lastModified: number, header: string | undefined): boolean | undefined {
  const date = header === undefined ? null : parseHttpDate(header)
  return date === null ? undefined : lastModified > date
}
