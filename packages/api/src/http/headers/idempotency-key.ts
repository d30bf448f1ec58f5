import { apiError } from '../../errors/api-error.ts'

const MAX_LENGTH = 255
/** A structured-field string, RFC 8941 §3.3.3. */
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/
/** Visible ASCII without the characters that separate or quote header values. */
const BARE = /^[!#-+\--:<-[\]-~]+$/

/**
 * The key in `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): a quoted string, or the same key without
 * quotes, as many clients send it; `undefined` without the header. Throws 400 `invalid_parameter` for a key that is
 * malformed, empty, longer than 255 characters, or came twice.
 */
export function idempotencyKeyOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const quoted = QUOTED.exec(header)?.[1]?.replace(/\\(["\\])/g, '$1')
  const key = quoted ?? (BARE.test(header) ? header : '')
  if (key.length >= 1 && key.length <= MAX_LENGTH) return key
  throw apiError(
    'invalid_parameter',
    `Write Idempotency-Key once, as a quoted string of 1 to ${MAX_LENGTH} characters, such as a UUID.`,
    { source: { header: 'Idempotency-Key' } },
  )
}
