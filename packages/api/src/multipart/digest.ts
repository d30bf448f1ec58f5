import { type ApiError, type ApiErrorSource, apiError } from '../errors/api-error.ts'

const HEX = /^[0-9a-f]{64}$/i
/** The one member of the dictionary that we check: 32 bytes in base64. */
const SHA_256 = /(?:^|,)[ \t]*sha-256[ \t]*=[ \t]*:([a-z0-9+/]{43}=?):[ \t]*(?:;[^,]*)?(?=,|$)/i
const NAMED = /(?:^|,)[ \t]*sha-256[ \t]*=/gi

/**
 * The SHA-256 in a part's `Content-Digest: sha-256=:…:` (RFC 9530) or another header of that form, lower-case hex;
 * `undefined` without one. Throws 422 `invalid_body` for one that cannot be read, or that comes twice, with the
 * position of the file.
 */
export function sha256OfContentDigest(
  header: string | undefined,
  index: number,
  name: 'Content-Digest' | 'Repr-Digest' = 'Content-Digest',
): string | undefined {
  const named = header?.match(NAMED)
  if (header === undefined || !named) return undefined
  const base64 = named.length === 1 ? SHA_256.exec(header)?.[1] : undefined
  if (base64 !== undefined) return Buffer.from(base64, 'base64').toString('hex')
  const detail = `Write ${name} as sha-256=:<32 bytes in base64>:, once.`
  throw unusable(detail, { header: name }, index)
}

/** The SHA-256 in the text field `sha256` before the file at this position. Throws 422 `invalid_body`. */
export function sha256OfField(text: string, index: number): string {
  if (HEX.test(text)) return text.toLowerCase()
  throw unusableField('Write sha256 as 64 hexadecimal digits.', index)
}

/** 422 `invalid_body` for a field `sha256`. */
export function unusableField(detail: string, index: number): ApiError {
  return unusable(detail, { parameter: 'sha256' }, index)
}

function unusable(detail: string, source: ApiErrorSource, index: number): ApiError {
  return apiError('invalid_body', detail, { source, meta: { index } })
}
