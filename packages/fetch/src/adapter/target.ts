/** Where a request goes, relative to the mount of the handler. Nothing is decoded. */
export interface Target {
  /** Whether the request is below the mount at all. */
  readonly mounted: boolean
  /** Below the mount; the whole path when the request is not below it. */
  readonly path: string
  /** Without `?`. */
  readonly query: string
  /** Host and port. */
  readonly host: string
  /** Whether the scheme is `https`. */
  readonly encrypted: boolean
}

const ORIGIN = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i

/** Splits the absolute URL of a request. `mountPath` is empty, or starts with `/` and does not end with it. */
export function targetOf(url: string, mountPath: string): Target {
  const [origin = '', scheme = '', host = ''] = ORIGIN.exec(url) ?? []
  const [target = ''] = url.slice(origin.length).split('#', 1)
  const mark = target.indexOf('?')
  const pathname = mark === -1 ? target : target.slice(0, mark)
  const mounted = mountPath === '' || pathname === mountPath || pathname.startsWith(`${mountPath}/`)
  return {
    mounted,
    path: mounted ? pathname.slice(mountPath.length) : pathname,
    query: mark === -1 ? '' : target.slice(mark + 1),
    host,
    encrypted: scheme.toLowerCase() === 'https',
  }
}
