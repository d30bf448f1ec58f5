import type { ApiResponse, PageRequest } from '@stowage/api'

/**
 * 308 to the same path with a trailing slash, without which the page's files would not be found. The target is relative
 * to the request, and only the last segment of its path. So it stays on this host, whatever comes before.
 */
export function redirectToSlash({ path, query, baseUrl }: PageRequest): ApiResponse {
  const last = `${baseUrl}${path}`.split('/').at(-1)
  const rest = /^[\x21-\x7e]+$/.test(query) ? `?${query}` : ''
  const headers = {
    location: `./${last}/${rest}`,
    'cache-control': 'no-cache',
    'content-length': '0',
  }
  return { status: 308, headers, body: null }
}
