import { invalidArgument, mustBe } from '@stowage/core/internal'

/** What an adapter knows about the connection that a request came over. */
export interface BaseUrlFacts {
  /** Whether the connection is TLS. */
  readonly encrypted: boolean
  /** The `Host` header, or `:authority`. */
  readonly host: string
  /** Path that the API is mounted under: empty, or `/media`. */
  readonly mountPath: string
  /** Whether a proxy in front sets `Forwarded` or `X-Forwarded-*`, and overwrites what clients send there. */
  readonly trustProxy: boolean
}

const HOST = /^(?:[a-z0-9._~-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i
const PATH = /^(?:\/[\w.~!$&'()*+,;=:@%-]+)+$/
const NO_HOST = 'localhost'

/**
 * Scheme, host and mount path of a request, without a trailing slash: `https://example.com/media`. A malformed
 * host becomes `localhost`, because what a client sends must not break out of links. With `trustProxy` the
 * leftmost `Forwarded` element (RFC 7239) counts, else `X-Forwarded-Proto`, `-Host` and `-Prefix`.
 */
export function baseUrlFrom(
  headers: Readonly<Record<string, string | undefined>>,
  { encrypted, host, mountPath, trustProxy }: BaseUrlFacts,
): string {
  const forwarded = trustProxy ? forwardedFacts(headers) : {}
  const { proto = encrypted ? 'https' : 'http', prefix = '' } = forwarded
  const name = [forwarded.host, host].find((each) => each !== undefined && HOST.test(each))
  return `${proto}://${name ?? NO_HOST}${prefix}${mountPath}`
}

interface ForwardedFacts {
  readonly proto?: 'http' | 'https'
  readonly host?: string
  readonly prefix?: string
}

function forwardedFacts(headers: Readonly<Record<string, string | undefined>>): ForwardedFacts {
  const standard = forwardedElement(headers.forwarded)
  const proto = (standard.get('proto') ?? first(headers['x-forwarded-proto']))?.toLowerCase()
  const host = standard.get('host') ?? first(headers['x-forwarded-host'])
  const prefix = first(headers['x-forwarded-prefix'])?.replace(/\/$/, '')
  return {
    ...((proto === 'http' || proto === 'https') && { proto }),
    ...(host !== undefined && { host }),
    ...(prefix !== undefined && PATH.test(prefix) && { prefix }),
  }
}

/** The pairs of the leftmost element: `for=…;proto=https;host="example.com:8443"`. */
function forwardedElement(header: string | undefined): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>()
  for (const pair of first(header)?.split(';') ?? []) {
    const [name = '', value = ''] = pair.split('=', 2)
    pairs.set(name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1'))
  }
  return pairs
}

function first(list: string | undefined): string | undefined {
  return list?.split(',', 1)[0]?.trim()
}

/** The URL that the API is mounted under, of the one that its routes begin with: without `/api/v1`. */
export function mountUrl(root: string): string {
  return root.replace(/\/api\/v1$/, '')
}

/** The `baseUrl` option as links and `Location` use it: ASCII only, and without a slash at its end. */
export function normalizeBaseUrl(url: string): string {
  return new URL(url).href.replace(/\/+$/, '')
}

/** The `baseUrl` option: http or https, and the path above `/api/v1`. */
export function absoluteUrl(value: unknown, name: string): void {
  const wanted = 'an absolute URL, such as https://example.com/media'
  if (typeof value !== 'string') throw mustBe(name, wanted, value)
  if (!/^https?:\/\/./i.test(value) || !URL.canParse(value)) {
    throw mustBe(name, wanted, value, `${JSON.stringify(value)}. Begin it with https:// or http://`)
  }
  if (/[?#]/.test(value)) {
    throw invalidArgument(name, `${name} must have neither a query nor a fragment. Leave them out.`)
  }
  if (/\/api\/v1\/*$/.test(value)) {
    throw invalidArgument(name, `${name} must end before /api/v1, which links add. Leave it out.`)
  }
}
