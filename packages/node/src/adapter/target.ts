import { isHttp2Request, type NodeRequest } from './node-messages.ts'

/** Where a request goes, relative to the mount of the handler. Nothing is decoded. */
export interface Target {
  /** Whether the request is below `mountPath` at all. */
  readonly mounted: boolean
  /** Empty, or starts with `/` and does not end with it. */
  readonly mountPath: string
  /** Below the mount; the whole path when the request is not below it. */
  readonly path: string
  /** Without `?`. */
  readonly query: string
  /** Host and port as the client named them; `undefined` when it named none. */
  readonly host: string | undefined
}

/** What Connect and Express leave on a request that they route to a mounted handler. */
interface MountedRequest {
  /** Express: the mount itself. */
  readonly baseUrl?: unknown
  readonly originalUrl?: unknown
}

// RFC 9112 §3.2.2: proxies send the whole URI as request target.
const ABSOLUTE_FORM = /^[a-z][a-z0-9+.-]*:\/\/([^/?]*)/i

/**
 * Splits the request target. A mount of Connect or Express is found without an option: it is `baseUrl`, or
 * the part of `originalUrl` that `url` lacks. `path` is a mount below that, `''` for none.
 */
export function targetOf(req: NodeRequest, path: string): Target {
  const { pathname, query, authority } = split(req.url ?? '/')
  const mounted = path === '' || pathname === path || pathname.startsWith(`${path}/`)
  const outer = outerMount(req as MountedRequest, pathname)
  return {
    mounted,
    mountPath: `${outer.path}${path}`,
    // Connect and Express write a slash where the client asked for the mount itself.
    path: mounted ? (outer.isBare ? '' : pathname.slice(path.length)) : pathname,
    query,
    // RFC 9112 §3.2.2: the host of an absolute-form target wins over the Host header.
    host: authority ?? (isHttp2Request(req) ? req.authority : undefined) ?? req.headers.host,
  }
}

/** Where a framework mounted the handler, and whether the client asked for exactly that, without a trailing slash. */
function outerMount(
  { baseUrl, originalUrl }: MountedRequest,
  pathname: string,
): { readonly path: string; readonly isBare: boolean } {
  const original = typeof originalUrl === 'string' ? split(originalUrl).pathname : ''
  const isBare = pathname === '/' && original !== '' && !original.endsWith('/')
  if (typeof baseUrl === 'string') return { path: baseUrl, isBare: isBare && original === baseUrl }
  if (isBare) return { path: original, isBare }
  const isBelow = original.endsWith(pathname)
  return { path: isBelow ? original.slice(0, original.length - pathname.length) : '', isBare }
}

function split(url: string): { pathname: string; query: string; authority: string | undefined } {
  const absolute = url.startsWith('/') ? null : ABSOLUTE_FORM.exec(url)
  const target = absolute === null ? url : url.slice(absolute[0].length)
  const mark = target.indexOf('?')
  const pathname = mark === -1 ? target : target.slice(0, mark)
  return {
    pathname: pathname === '' ? '/' : pathname,
    query: mark === -1 ? '' : target.slice(mark + 1),
    authority: absolute?.[1],
  }
}
