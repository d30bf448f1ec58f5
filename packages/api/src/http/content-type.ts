import { apiError } from '../errors/api-error.ts'
import type { ApiRequest } from '../message/request.ts'
import { JSON_API } from './accept.ts'
import { type Parameterized, parseParameterized } from './parameterized.ts'

const JSON_TYPES: readonly string[] = ['application/json', JSON_API]
/** Its name, and how it is often misspelt. */
const UTF_8 = /^utf-?8$/i
/** Up to 70 characters as in RFC 2046, though of more kinds: clients are seen to use others. */
const BOUNDARY = /^[\x20-\x7e]{0,69}[\x21-\x7e]$/

/** Throws 415 unless the body is JSON: `application/json` or JSON:API, in UTF-8, not compressed. */
export function assertJsonBody(request: ApiRequest): void {
  const { parameters } = contentTypeOf(request, JSON_TYPES)
  const charset = parameters.get('charset')
  if (charset === undefined || UTF_8.test(charset)) return
  throw unsupported('Send JSON in UTF-8.', 'Content-Type')
}

/** The boundary of a `multipart/form-data` body. Throws 415 for another type, 400 without a usable boundary. */
export function multipartBoundaryOf(request: ApiRequest): string {
  const boundary = contentTypeOf(request, ['multipart/form-data']).parameters.get('boundary')
  if (boundary !== undefined && BOUNDARY.test(boundary)) return boundary
  throw apiError(
    'malformed_request',
    'Name the boundary of the parts in Content-Type: multipart/form-data; boundary=… (RFC 2046: 1 to 70 characters).',
    { source: { header: 'Content-Type' } },
  )
}

function contentTypeOf({ headers }: ApiRequest, accepted: readonly string[]): Parameterized {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw unsupported('Send the body without Content-Encoding.', 'Content-Encoding')
  }
  const contentType = parseParameterized(headers['content-type'] ?? '')
  if (contentType !== null && accepted.includes(contentType.value)) return contentType
  throw unsupported(`Send the body as ${accepted.join(' or ')}.`, 'Content-Type')
}

function unsupported(detail: string, header: string) {
  return apiError('unsupported_media_type', detail, { source: { header } })
}
