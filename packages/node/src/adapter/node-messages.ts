import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import type {
  Http2SecureServer,
  Http2Server,
  Http2ServerRequest,
  Http2ServerResponse,
} from 'node:http2'
import type { Server as HttpsServer } from 'node:https'

/** A request of node:http, node:https, or node:http2's compatibility API; frameworks build on these. */
export type NodeRequest = IncomingMessage | Http2ServerRequest
/** The answer that belongs to a `NodeRequest`. */
export type NodeResponse = ServerResponse | Http2ServerResponse
/** Any server that emits `NodeRequest`s. */
export type NodeServer = HttpServer | HttpsServer | Http2Server | Http2SecureServer

/** Recognises HTTP/2 by a member that only its compatibility API has. */
export function isHttp2Request(req: NodeRequest): req is Http2ServerRequest {
  return req.httpVersionMajor === 2
}

/** As `isHttp2Request`, for the answer. */
export function isHttp2Response(res: NodeResponse): res is Http2ServerResponse {
  return 'stream' in res
}
