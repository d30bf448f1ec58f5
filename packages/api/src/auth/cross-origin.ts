import { apiError } from '../errors/api-error.ts'
import type { CorsOptions } from '../http/headers/cors-option.ts'
import type { ApiRequest } from '../message/request.ts'

/** Methods that change nothing (RFC 9110 §9.2.1). Another site may cause such requests, but cannot read the answers. */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What a request is compared with. */
interface OriginPolicy {
  /** The `baseUrl` option; without it the request's own counts. */
  readonly baseUrl: string | undefined
  /** The `cors.origins` option. */
  readonly origins: CorsOptions['origins'] | undefined
}

const UNTOLD =
  'A change with a cookie must say which page sent it, and this request has neither `Sec-Fetch-Site` nor `Origin`. Send it from a page of this origin, or with an API key.'

function otherOrigin(header: string): string {
  return `By its header \`${header}\`, a page of another origin sent this request with a cookie. Send it from a page of this origin or of one that the option \`cors.origins\` lists, or with an API key.`
}

/**
 * Returns a function that refuses requests which another site made a browser send with our cookies (CSRF). It throws
 * 403 `cross_origin` unless the method is safe, or the browser says that the request comes from a page of our own
 * origin, from an origin that `cors` lists, or from the user. Browsers say so in `Sec-Fetch-Site`, older ones in
 * `Origin`. A request with neither header is refused too.
 */
export function createOriginCheck({
  baseUrl,
  origins,
}: OriginPolicy): (request: ApiRequest) => void {
  // Pages of any site can have these two, so they prove nothing about the page.
  const listed = new Set(origins === '*' ? [] : origins)
  listed.delete('*')
  listed.delete('null')

  return ({ method, headers, baseUrl: requested }) => {
    if (SAFE_METHODS.has(method)) return
    const site = headers['sec-fetch-site']
    if (site === 'same-origin' || site === 'none') return
    const { origin } = headers
    if (origin !== undefined && (origin === originOf(baseUrl ?? requested) || listed.has(origin))) {
      return
    }
    const header = origin === undefined && site !== undefined ? 'Sec-Fetch-Site' : 'Origin'
    const isUntold = origin === undefined && site === undefined
    throw apiError('cross_origin', isUntold ? UNTOLD : otherOrigin(header), { source: { header } })
  }
}

/** The origin of a URL as browsers write it, without the default port; `undefined` for an invalid URL. */
function originOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).origin : undefined
}
