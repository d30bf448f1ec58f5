/** The other origins that the page deals with. */
export interface PolicyOrigins {
  readonly frameAncestors: readonly string[]
  readonly fileOrigins: readonly string[]
}

/**
 * Only the page's own files run or style it. What assets hold is shown as pictures, audio, video and framed files,
 * which come from the API of the same origin, or from where that redirects to. Files from memory (`blob:`) are those
 * that the page has fetched with a key.
 */
export function contentSecurityPolicy({ frameAncestors, fileOrigins }: PolicyOrigins): string {
  return Object.entries({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:', ...fileOrigins],
    'media-src': ["'self'", 'blob:', ...fileOrigins],
    'frame-src': ["'self'", 'blob:', ...fileOrigins],
    'connect-src': ["'self'", ...fileOrigins],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'self'", ...frameAncestors],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  })
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
}
