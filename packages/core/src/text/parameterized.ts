/** A header value of the form `token; name=value; name="value"`, as in `Content-Type`. */
export interface Parameterized {
  /** Lower case. */
  readonly value: string
  /** Names in lower case; values unquoted. */
  readonly parameters: ReadonlyMap<string, string>
}

const VALUE = /^[ \t]*([!#$%&'*+.^_`|~\w/-]+)[ \t]*/
const PARAMETER = /;[ \t]*(?:([!#$%&'*+.^_`|~\w-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))[ \t]*)?/y

/**
 * Parses such a value (RFC 9110 §5.6.6); `null` when it is not one, or names a parameter twice. A backslash in quotes
 * escapes only `"` and itself: some clients send `C:\photo.jpg` as it is.
 */
export function parseParameterized(header: string): Parameterized | null {
  const value = VALUE.exec(header)
  if (value === null) return null
  const parameters = new Map<string, string>()
  let at = value[0].length
  while (at < header.length) {
    PARAMETER.lastIndex = at
    const match = PARAMETER.exec(header)
    if (match === null) return null
    at = PARAMETER.lastIndex
    const [, name, quoted, token = ''] = match
    if (name === undefined) continue
    const key = name.toLowerCase()
    if (parameters.has(key)) return null
    parameters.set(key, quoted === undefined ? token : quoted.replace(/\\(["\\])/g, '$1'))
  }
  return { value: (value[1] ?? '').toLowerCase(), parameters }
}

/**
 * The value without this parameter, for readers that interpret it differently. The value must be one that can be
 * parsed.
 */
export function withoutParameter(header: string, name: string): string {
  let at = VALUE.exec(header)?.[0].length ?? header.length
  let kept = header.slice(0, at)
  while (at < header.length) {
    PARAMETER.lastIndex = at
    const match = PARAMETER.exec(header)
    if (match === null) return header
    at = PARAMETER.lastIndex
    if (match[1]?.toLowerCase() !== name) kept += match[0]
  }
  return kept
}
