import type { ApiRequest } from '../../message/request.ts'
import { badHeader } from './bad-header.ts'

const OVERRIDE = 'x-http-method-override'
/** Paths whose requests may name their method in a header. */
const UPLOADS = /^\/api\/v1\/uploads(?:\/|$)/

/** Whether the path is one of uploads, below the mount. */
export function isUploadPath(path: string): boolean {
  return UPLOADS.test(path)
}

/**
 * The method that a request means: on routes of uploads, `POST` may name another in `X-HTTP-Method-Override`, for
 * clients that cannot send `PATCH` or `DELETE`. Throws 400 `invalid_parameter` for that header on another method.
 */
export function methodOf({ method, path, headers }: ApiRequest): string {
  const named = headers[OVERRIDE]
  if (named === undefined || method === 'OPTIONS' || !isUploadPath(path)) return method
  if (method === 'POST') return named.trim().toUpperCase()
  throw badHeader('X-HTTP-Method-Override', 'Send this header with POST only.')
}
