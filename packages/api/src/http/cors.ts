import { integer, invalidArgument, mustBe, type OptionChecks, required } from '@stowage/core/ports'
import type { ApiRequest } from '../message/request.ts'

/** Access for web pages of other origins. Credentials of the browser are never asked for: keys travel in a header. */
export interface CorsOptions {
  /** `*`, or the origins that are let in, such as `https://app.example.com`: no path, no trailing slash, lower case. */
  readonly origins: '*' | readonly string[]
  /** Seconds that a browser may keep the answer to a preflight. Default 600. */
  readonly maxAge?: number
}

/** What each option of CORS must be. */
export const CORS: OptionChecks<CorsOptions> = {
  origins: required(checkOrigins),
  maxAge: integer(0),
}

/** Browsers send a scheme, a host in lower case and a port that is not the default; or `null`. */
function checkOrigins(value: unknown, name: string): void {
  if (value === '*') return
  const wanted = "'*', or an array of origins, such as ['https://app.example.com']"
  if (!Array.isArray(value)) throw mustBe(name, wanted, value)
  for (const [index, origin] of value.entries()) checkOrigin(origin, `${name}[${index}]`)
}

function checkOrigin(value: unknown, name: string): void {
  const wanted = 'an origin, such as https://app.example.com'
  if (typeof value !== 'string') throw mustBe(name, wanted, value)
  if (value === '*' || value === 'null') return
  if (value.includes('*')) {
    throw invalidArgument(
      name,
      `${name} is '${value}', but no wildcard may stand within an origin. List each origin, or '*' for all.`,
    )
  }
  const origin = originOf(value)
  if (origin === value) return
  const remedy = origin === null ? `It must be ${wanted}.` : `Write '${origin}'.`
  throw invalidArgument(
    name,
    `${name} is '${value}', which no browser sends as an origin: it has a scheme, a host and no path. ${remedy}`,
  )
}

/** The origin as a browser sends it; `null` when there is none in it. Apps in shells have schemes of their own. */
function originOf(value: string): string | null {
  const [, scheme, host] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#\s]+)/i.exec(value) ?? []
  if (scheme === undefined || host === undefined) return null
  if (/^https?$/i.test(scheme)) return URL.canParse(value) ? new URL(value).origin : null
  return `${scheme}://${host}`.toLowerCase()
}

type Headers = Readonly<Record<string, string>>

/** Adds what the Fetch standard asks for to an answer's headers. */
interface Cors {
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
        // Caches must keep answers apart by origin, even when this one is refused.
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
