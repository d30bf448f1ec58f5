import type { Readable } from 'node:stream'
import { isHttp2Request, type NodeRequest } from './node-messages.ts'
import { isBodyTaken, parsedBodyOf } from './parsed-body.ts'

/**
 * The request's body; `null` when it has none. When the client goes away in the middle, the stream
 * fails: it never just ends. Where a body parser ran first it is what that has left, if anything.
 */
export function bodyOf(
  req: NodeRequest,
  headers: Readonly<Record<string, string | undefined>>,
): Readable | null {
  const hasBody = isHttp2Request(req)
    ? !req.stream.endAfterHeaders
    : headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (!hasBody) return null
  // node:http makes the request fail only where somebody listens; an answer that never reads it may not crash.
  req.on('error', () => {})
  // The compatibility API of node:http2 lets the request of a lost client end as if it were complete.
  if (isHttp2Request(req)) req.once('aborted', () => req.destroy(connectionLost()))
  return isBodyTaken(req) ? (parsedBodyOf(req) ?? req) : req
}

/** What node:http itself makes a request fail with. */
function connectionLost(): Error {
  return Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
}
