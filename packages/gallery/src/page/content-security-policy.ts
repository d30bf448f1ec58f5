/** Which other origins the page has to do with. */
export interface PolicyOrigins {
  readonly frameAncestors: readonly string[]
  readonly fileOrigins: readonly string[]
}

/**
 * Nothing but the page's own files runs or draws. What assets hold is shown as pictures, audio, video and framed files,
 * which come from the API of the same origin, or from where that redirects to. Pictures from memory (`blob:`, `data:`)
 * are those that are being uploaded.
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
