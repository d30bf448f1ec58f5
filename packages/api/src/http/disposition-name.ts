import { apiError } from '../errors/api-error.ts'
import { parseParameterized } from './parameterized.ts'

const EXTENDED = /^UTF-8'[^']*'(.*)$/i

/**
 * What the `Content-Disposition` of a request calls its body (RFC 6266): `filename*` in UTF-8, else `filename`;
 * `undefined` where it says neither. Data, never a path. Throws 400 `malformed_request` for what cannot be read.
 */
export function nameOfDisposition(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const disposition = parseParameterized(header)
  if (disposition === null) throw unreadable()
  const { parameters } = disposition
  const extended = parameters.get('filename*')
  if (extended !== undefined) return decoded(EXTENDED.exec(extended)?.[1])
  const plain = parameters.get('filename')
  return plain === undefined ? undefined : utf8Of(plain)
}

function decoded(text: string | undefined): string {
  try {
    if (text !== undefined) return decodeURIComponent(text)
  } catch {
    // As for any other encoding.
  }
  throw unreadable()
}

/** Node reads headers as Latin-1, and clients write UTF-8. */
function utf8Of(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'))
  } catch {
    return text
  }
}

function unreadable() {
  const detail = `Write the name as attachment; filename="photo.jpg", or as filename*=UTF-8''… (RFC 8187).`
  return apiError('malformed_request', detail, { source: { header: 'Content-Disposition' } })
}
