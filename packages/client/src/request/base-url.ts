/** Where the routes of the service begin, from the `baseUrl` of the app. Throws a `TypeError` when it cannot be one. */
export function apiRootOf(baseUrl: unknown): string {
  if (typeof baseUrl !== 'string') {
    throw new TypeError('baseUrl must be a string, such as https://example.com/media.')
  }
  if (!/^(https?:\/\/|\/|$)/i.test(baseUrl)) {
    throw new TypeError(
      `baseUrl must begin with https:// or http://, or in a page with a slash. It is ${JSON.stringify(baseUrl)}.`,
    )
  }
  const base = baseUrl.replace(/\/+$/, '')
  if (base.endsWith('/api/v1')) {
    throw new TypeError('baseUrl must end before /api/v1. Leave it out.')
  }
  return `${base}/api/v1`
}

/** Whether a URL names no host, and there is no page whose host would count. */
export function lacksHost(url: string): boolean {
  return url.startsWith('/') && !('location' in globalThis)
}
