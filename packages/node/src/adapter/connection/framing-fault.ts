import { type ApiError, apiError } from '@stowage/api'
import { isHttp2Request, type NodeRequest } from '../node-messages.ts'

/** How many headers of a request node:http keeps by default. */
const NODE_HEADERS = 1000

/**
 * Why the end or the headers of a request are not certain. Such a request is refused, and its connection closed.
 * HTTP/2 has no such requests.
 */
export function framingFaultOf(
  req: NodeRequest,
  headers: Readonly<Record<string, string | undefined>>,
): ApiError | undefined {
  if (isHttp2Request(req)) return undefined
  const most = mostHeadersOf(req)
  // node:http silently drops the headers past the limit, even a Host or a Content-Length.
  if (most > 0 && req.rawHeaders.length >= 2 * most) {
    return apiError('too_many_headers', `Send fewer than ${most} headers.`, {
      meta: { limit: most },
    })
  }
  const coding = headers['transfer-encoding']
  if (coding === undefined) return undefined
  const source = { header: 'Transfer-Encoding' }
  // RFC 9112 §6.1: software between an HTTP/1.0 client and us need not understand it.
  if (req.httpVersionMinor === 0) {
    return apiError(
      'malformed_request',
      'HTTP/1.0 has no Transfer-Encoding. Send a Content-Length.',
      {
        source,
      },
    )
  }
  if (coding.toLowerCase() === 'chunked') return undefined
  return apiError('coding_not_implemented', 'Send the body with no transfer coding but chunked.', {
    source,
  })
}

/** `maxHeadersCount` of the server; 0 for any number. */
function mostHeadersOf({ socket }: NodeRequest): number {
  const { server } = socket as { server?: { readonly maxHeadersCount?: unknown } }
  return typeof server?.maxHeadersCount === 'number' ? server.maxHeadersCount : NODE_HEADERS
}
