import { type Parameterized, parseParameterized } from '@stowage/core/internal'
import { apiError } from '../../errors/api-error.ts'
import type { ApiRequest } from '../../message/request.ts'
import { JSON_API } from './accept.ts'
import { assertNotEncoded, assertStoredWhole } from './stored-whole.ts'

const JSON_TYPES: readonly string[] = ['application/json', JSON_API]
const FORM = 'multipart/form-data'
const OTHER_FORM = /^\s*(?:multipart\/|application\/x-www-form-urlencoded)/i
/** The name, and its common misspelling. */
const UTF_8 = /^utf-?8$/i
/** Up to 70 characters as in RFC 2046, but from a larger set, because clients are seen to use others. */
const BOUNDARY = /^[\x20-\x7e]{0,69}[\x21-\x7e]$/

/** Throws 415 unless the body is JSON: `application/json` or JSON:API, in UTF-8, not compressed. */
export function assertJsonBody(request: ApiRequest): void {
  const { parameters } = contentTypeOf(request, JSON_TYPES)
  const charset = parameters.get('charset')
  if (charset === undefined || UTF_8.test(charset)) return
  throw unsupported('Send JSON in UTF-8.')
}

/** Whether the request says that its body is JSON. */
export function isJsonRequest({ headers }: Pick<ApiRequest, 'headers'>): boolean {
  return JSON_TYPES.includes(parseParameterized(headers['content-type'] ?? '')?.value ?? '')
}

/**
 * The boundary of a `multipart/form-data` body. Throws 415 for another type, 400 without a usable boundary and for a
 * part of a file (`assertStoredWhole`).
 */
export function multipartBoundaryOf(request: ApiRequest): string {
  assertStoredWhole((name) => request.headers[name])
  return boundaryOf(contentTypeOf(request, [FORM]))
}

/**
 * The boundary of a form; `null` for any other body, which is then the file itself, of whatever type. Throws 415 for
 * other kinds of forms, whose bytes would be stored by mistake, and 400 without a usable boundary and for a part of a
 * file (`assertStoredWhole`).
 */
export function boundaryIfForm(request: ApiRequest): string | null {
  assertStoredWhole((name) => request.headers[name])
  const { 'content-type': header = '' } = request.headers
  const contentType = parseParameterized(header)
  if (contentType?.value === FORM) return boundaryOf(contentType)
  if (!OTHER_FORM.test(header)) return null
  throw unsupported(`Send the file as the body itself, or as ${FORM}.`)
}

function boundaryOf({ parameters }: Parameterized): string {
  const boundary = parameters.get('boundary')
  if (boundary !== undefined && BOUNDARY.test(boundary)) return boundary
  throw apiError(
    'malformed_request',
    'Name the boundary of the parts in Content-Type: multipart/form-data; boundary=… (RFC 2046: 1 to 70 characters).',
    { source: { header: 'Content-Type' } },
  )
}

function contentTypeOf(request: ApiRequest, accepted: readonly string[]): Parameterized {
  assertNotEncoded((name) => request.headers[name])
  const contentType = parseParameterized(request.headers['content-type'] ?? '')
  if (contentType !== null && accepted.includes(contentType.value)) return contentType
  throw unsupported(`Send the body as ${accepted.join(' or ')}.`)
}

function unsupported(detail: string) {
  return apiError('unsupported_media_type', detail, { source: { header: 'Content-Type' } })
}
