import type { ApiRequest } from '../message/request.ts'

/** Access for web pages of other origins. Credentials of the browser are never asked for: keys travel in a header. */
export interface CorsOptions {
  /** `*`, or the origins that are let in, such as `https://app.example.com`. */
  readonly origins: '*' | readonly string[]
  /** Seconds that a browser may keep the answer to a preflight. Default 600. */
  readonly maxAge?: number
}

type Headers = Readonly<Record<string, string>>

/** Adds what the Fetch standard asks for to an answer's headers. */
export interface Cors {
  /** The headers of an answer, of errors too, with what an origin that is let in needs. */
  headers(request: ApiRequest, headers: Headers): Headers
  /** For the answer to a preflight; `null` when `request` is none, or its origin is not let in. */
  preflight(request: ApiRequest, methods: string): Headers | null
}

const EXPOSED = 'Location, ETag, Content-Range, X-Request-Id'
const ACCEPTED = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'If-Range',
  'If-Unmodified-Since',
  'Range',
  'X-Request-Id',
].join(', ')

/** The rules of one configuration. Without options every answer stays as it is. */
export function createCors(options: CorsOptions | undefined): Cors {
  if (options === undefined) return { headers: (_, headers) => headers, preflight: () => null }
  const { origins, maxAge = 600 } = options
  const admitted = new Set(origins === '*' ? [] : origins)
  const isOpen = origins === '*' || admitted.has('*')

  function allowedOrigin({ headers: { origin } }: ApiRequest): string | undefined {
    if (origin === undefined) return undefined
    if (isOpen) return '*'
    return admitted.has(origin) ? origin : undefined
  }

  return {
    headers(request, headers) {
      const origin = allowedOrigin(request)
      const { vary } = headers
      return {
        ...headers,
        // Caches must tell origins apart even when this one is refused.
        ...(!isOpen && { vary: vary === undefined ? 'Origin' : `${vary}, Origin` }),
        ...(origin !== undefined && {
          'access-control-allow-origin': origin,
          'access-control-expose-headers': EXPOSED,
        }),
      }
    },
    preflight(request, methods) {
      const isPreflight = request.headers['access-control-request-method'] !== undefined
      if (!isPreflight || allowedOrigin(request) === undefined) return null
      return {
        'access-control-allow-methods': methods,
        'access-control-allow-headers': ACCEPTED,
        'access-control-max-age': String(maxAge),
      }
    },
  }
}
