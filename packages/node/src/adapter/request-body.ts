import type { Readable } from 'node:stream'
import type { ApiError } from '@stowage/api'
import { isHttp2Request, type NodeRequest } from './node-messages.ts'
import { isBodyTaken, parsedBodyOf } from './parsed-body.ts'

/** A request's body, as far as it is available. */
export interface RequestBody {
  /** `null` when the request has none. */
  readonly body: Readable | null
  /** What a body parser made of it. */
  readonly parsedJson?: { readonly value: unknown }
  /** Why the body is not available. */
  readonly lost?: ApiError
}

/**
 * The request's body. When the client goes away in the middle, the stream fails: it never just ends. When a body parser
 * ran first, the body is what the parser left, if anything.
 */
export function bodyOf(
  req: NodeRequest,
  headers: Readonly<Record<string, string | undefined>>,
): RequestBody {
  const hasBody = isHttp2Request(req)
    ? !req.stream.endAfterHeaders
    : headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (!hasBody) return { body: null }
  // node:http emits the error only with a listener; without one, an answer that never reads the body would crash.
  req.on('error', () => {})
  // The compatibility API of node:http2 lets the request of a lost client end as if it were complete.
  if (isHttp2Request(req)) req.once('aborted', () => req.destroy(connectionLost()))
  if (!isBodyTaken(req)) return { body: req }
  const parsed = parsedBodyOf(req)
  if ('bytes' in parsed) return { body: parsed.bytes }
  if ('json' in parsed) return { body: req, parsedJson: parsed.json }
  return { body: req, lost: parsed.lost }
}

/** What node:http itself makes a request fail with. */
function connectionLost(): Error {
  return Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
}
