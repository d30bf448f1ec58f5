import type { ApiRequest } from '../../message/request.ts'
import { type CorsOptions, openOriginOf } from './cors-option.ts'

type Headers = Readonly<Record<string, string>>

/** Adds what the Fetch standard asks for to an answer's headers. */
interface Cors {
  /** The headers of an answer, errors included, with those that an admitted origin needs. */
  headers(request: ApiRequest, headers: Headers): Headers
  /** For the answer to a preflight; `null` when `request` is no preflight, or its origin is not admitted. */
  preflight(request: ApiRequest, methods: string): Headers | null
}

/** What pages may send: our own headers, those of HTTP that we look at, and those that uploaders add. */
const ALLOWED = [
  'Authorization',
  'Content-Type',
  'Content-Disposition',
  'Content-Digest',
  'Cache-Control',
  'X-Requested-With',
  'Idempotency-Key',
  'Stowage-On-Duplicate',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'If-Range',
  'If-Unmodified-Since',
  'Range',
  'X-Request-Id',
  'X-HTTP-Method-Override',
  'Tus-Resumable',
  'Upload-Checksum',
  'Upload-Complete',
  'Upload-Concat',
  'Upload-Defer-Length',
  'Upload-Draft-Interop-Version',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
  'Repr-Digest',
] as const

/** What pages may read besides the headers that every page may. */
const EXPOSED = [
  'Location',
  'ETag',
  'Content-Range',
  'Accept-Ranges',
  'Content-Disposition',
  'X-Request-Id',
  'Retry-After',
  'Content-Location',
  'Tus-Checksum-Algorithm',
  'Tus-Extension',
  'Tus-Max-Size',
  'Tus-Resumable',
  'Tus-Version',
  'Upload-Complete',
  'Upload-Concat',
  'Upload-Defer-Length',
  'Upload-Expires',
  'Upload-Length',
  'Upload-Limit',
  'Upload-Metadata',
  'Upload-Offset',
] as const

/**
 * The rules of one configuration. Headers of the app are added to our own. Without options every answer stays as it is.
 */
export function createCors(options: CorsOptions | undefined): Cors {
  if (options === undefined) return { headers: (_, headers) => headers, preflight: () => null }
  const { origins, credentials = false, maxAge = 600 } = options
  const admitted = new Set(origins === '*' ? [] : origins)
  const isOpen = openOriginOf(origins) === '*'
  const granted = {
    ...(credentials && { 'access-control-allow-credentials': 'true' }),
    'access-control-expose-headers': namesOf(EXPOSED, options.exposedHeaders),
  }
  const allowed = namesOf(ALLOWED, options.allowedHeaders)

  function allowedOrigin({ headers: { origin } }: ApiRequest): string | undefined {
    if (origin === undefined) return undefined
    if (isOpen) return '*'
    return admitted.has(origin) ? origin : undefined
  }

  return {
    headers(request, headers) {
      const origin = allowedOrigin(request)
      const { vary } = headers
      return Object.assign(
        {},
        headers,
        // Caches must keep answers apart by origin, even when this origin is refused.
        isOpen ? null : { vary: vary === undefined ? 'Origin' : `${vary}, Origin` },
        origin === undefined ? null : { 'access-control-allow-origin': origin },
        origin === undefined ? null : granted,
      )
    },
    preflight(request, methods) {
      const isPreflight = request.headers['access-control-request-method'] !== undefined
      if (!isPreflight || allowedOrigin(request) === undefined) return null
      return {
        'access-control-allow-methods': methods,
        'access-control-allow-headers': allowed,
        'access-control-max-age': String(maxAge),
      }
    },
  }
}

/** A list for a header: our names, then those of the app, without a name that comes again in another case. */
function namesOf(ours: readonly string[], added: readonly string[] = []): string {
  const names = new Map<string, string>()
  for (const name of [...ours, ...added]) {
    const key = name.toLowerCase()
    if (!names.has(key)) names.set(key, name)
  }
  return [...names.values()].join(', ')
}
