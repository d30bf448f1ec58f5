import {
  type Check,
  flag,
  group,
  integer,
  invalidArgument,
  mustBe,
  type OptionChecks,
  required,
} from '@stowage/core/internal'

/** Access for web pages of other origins. */
export interface CorsOptions {
  /**
   * `*`, or the origins that are let in, such as `https://app.example.com`: no path, no trailing slash, lower case.
   * They are compared exactly. `null` lets in pages without an origin: files, sandboxed frames. Any site can make
   * such a frame, so `null` is as open as `*`.
   */
  readonly origins: '*' | readonly string[]
  /**
   * Whether pages of these origins may send the browser's cookies along and read the answers. Not together with `*`
   * or `null`. Default `false`.
   */
  readonly credentials?: boolean
  /** Request headers that pages may send besides those of the API: for your own `authenticate`. Default: none. */
  readonly allowedHeaders?: readonly string[]
  /** Response headers that pages may read besides those of the API. Default: none. */
  readonly exposedHeaders?: readonly string[]
  /** Seconds that a browser may keep the answer to a preflight. Default 600. */
  readonly maxAge?: number
}

const CHECKS: OptionChecks<CorsOptions> = {
  origins: required(checkOrigins),
  credentials: flag,
  allowedHeaders: checkHeaders,
  exposedHeaders: checkHeaders,
  maxAge: integer(0),
}

const checkMembers = group<CorsOptions>(CHECKS, "{ origins: ['https://app.example.com'] }")

/** What the `cors` option must be. */
export const corsOption: Check = Object.assign(
  (value: unknown, name: string): void => {
    checkMembers(value, name)
    checkCredentials(value as CorsOptions, name)
  },
  { inner: Object.keys(CHECKS) },
)

/** The entry that lets in pages of any site, `*` or `null`; `undefined` without one. */
export function openOriginOf(origins: CorsOptions['origins']): '*' | 'null' | undefined {
  if (origins === '*' || origins.includes('*')) return '*'
  return origins.includes('null') ? 'null' : undefined
}

function checkCredentials({ origins, credentials = false }: CorsOptions, name: string): void {
  const open = openOriginOf(origins)
  if (!credentials || open === undefined) return
  throw invalidArgument(
    `${name}.credentials`,
    `${name}.credentials must not be true while ${name}.origins has '${open}': every site could act with the cookies ` +
      'of its visitors. List the origins that may.',
  )
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

/** The origin as a browser sends it; `null` when the text has none. Apps in native shells have schemes of their own. */
function originOf(value: string): string | null {
  const [, scheme, host] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#\s]+)/i.exec(value) ?? []
  if (scheme === undefined || host === undefined) return null
  if (/^https?$/i.test(scheme)) return URL.canParse(value) ? new URL(value).origin : null
  return `${scheme}://${host}`.toLowerCase()
}

/** A token of RFC 9110 §5.1. `*` is one too, but browsers take it literally with credentials. */
const HEADER_NAME = /^(?!\*$)[!#$%&'*+.^_`|~0-9a-z-]+$/i

function checkHeaders(value: unknown, name: string): void {
  if (!Array.isArray(value)) {
    throw mustBe(name, "an array of names of headers, such as ['X-CSRF-Token']", value)
  }
  for (const [index, header] of value.entries()) {
    if (typeof header === 'string' && HEADER_NAME.test(header)) continue
    const shown = typeof header === 'string' && header !== '' ? JSON.stringify(header) : undefined
    throw mustBe(`${name}[${index}]`, 'the name of one header, such as X-CSRF-Token', header, shown)
  }
}
