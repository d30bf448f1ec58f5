import { apiError } from '../../errors/api-error.ts'

/** Returns the value of a header by its lower-case name; several lines are joined with `, `. */
type HeaderLookup = (name: string) => string | undefined

/** Encodings of MIME that leave the bytes as they are (RFC 2045 §6.2). */
const IDENTITY: readonly string[] = ['7bit', '8bit', 'binary']

/**
 * Checks the headers of a body that is stored as it comes, or of a part of a form. Throws 400 `malformed_request` for a
 * part of a file and for bytes in a mail encoding, 415 for a compressed body: each would be stored as a damaged file.
 */
export function assertStoredWhole(headerOf: HeaderLookup): void {
  if (headerOf('content-range') !== undefined) {
    throw malformed(
      'Content-Range',
      'It says that this is a part of a file. Send the whole file without it: with curl, leave out `-C`; in an uploader, switch chunks off.',
    )
  }
  const encoding = headerOf('content-transfer-encoding')
  if (encoding !== undefined && !IDENTITY.includes(encoding.trim().toLowerCase())) {
    throw malformed(
      'Content-Transfer-Encoding',
      'Send the bytes of the file as they are: 7bit, 8bit or binary, or without this header.',
    )
  }
  assertNotEncoded(headerOf)
}

/** Throws 415 `unsupported_media_type` for a body that is compressed. */
export function assertNotEncoded(headerOf: HeaderLookup): void {
  const encoding = headerOf('content-encoding')
  if (encoding === undefined || encoding.trim().toLowerCase() === 'identity') return
  throw apiError('unsupported_media_type', 'Send the body without Content-Encoding.', {
    source: { header: 'Content-Encoding' },
  })
}

function malformed(header: string, detail: string) {
  return apiError('malformed_request', detail, { source: { header } })
}
