/** A key of a parameter, and the values that one can have (RFC 8941 §3.1.2, §3.3). */
const KEY = '[a-z*][a-z0-9_.*-]*'
const BARE = [
  '-?\\d{1,15}(?:\\.\\d{1,3})?',
  '"(?:[ !#-\\[\\]-~]|\\\\["\\\\])*"',
  "[A-Za-z*][!#$%&'*+.^_`|~\\w:/-]*",
  ':[A-Za-z0-9+/=]*:',
  '\\?[01]',
].join('|')
const PARAMETERS = `(?: *; *${KEY}(?:=(?:${BARE}))?)*`
const INTEGER = new RegExp(`^ *(-?\\d{1,15})${PARAMETERS} *$`)
const BOOLEAN = new RegExp(`^ *\\?([01])${PARAMETERS} *$`)
const DIGITS = /^\d{1,15}$/

/**
 * The Integer of a structured field (RFC 8941 §3.3.1) that must not be negative; `undefined` without the field, and for
 * any other value: the draft of resumable uploads says that the whole field is ignored then.
 */
export function integerField(header: string | undefined): number | undefined {
  const digits = header === undefined ? undefined : INTEGER.exec(header)?.[1]
  const value = Number(digits)
  return digits === undefined || value < 0 ? undefined : value + 0
}

/** The Boolean of a structured field (RFC 8941 §3.3.6); `undefined` without the field and for any other value. */
export function booleanField(header: string | undefined): boolean | undefined {
  const bit = header === undefined ? undefined : BOOLEAN.exec(header)?.[1]
  return bit === undefined ? undefined : bit === '1'
}

/** A whole number of at most 15 digits, as tus writes it; `null` for any other text. */
export function wholeNumber(text: string): number | null {
  return DIGITS.test(text) ? Number(text) : null
}
