import { isHttp2Request, type NodeRequest } from '../node-messages.ts'

const checked = new WeakSet<object>()

interface Timeouts {
  readonly requestTimeout?: unknown
  readonly headersTimeout?: unknown
}

/**
 * Warns, once for each server, about two settings. A `requestTimeout` would cut a long upload in the middle; Node's
 * default is five minutes. Without a `headersTimeout` the server waits for the rest of a header forever; Node drops it
 * where a server is created with `requestTimeout: 0`. The api's idle limit and minimum rate watch what comes after the
 * header.
 */
export function warnOfTimeouts(req: NodeRequest): void {
  if (isHttp2Request(req)) return
  const { server } = req.socket as { server?: Timeouts }
  if (server === undefined || checked.has(server)) return
  checked.add(server)
  const { requestTimeout, headersTimeout } = server
  if (typeof requestTimeout === 'number' && requestTimeout > 0) {
    warn(
      'STOWAGE_REQUEST_TIMEOUT',
      `This server cuts every upload after ${requestTimeout / 1000} s, answered 408. ` +
        'Set server.requestTimeout = 0: slow clients are watched by Stowage itself.',
    )
  }
  if (headersTimeout === 0 && requestTimeout === 0) {
    warn(
      'STOWAGE_HEADERS_TIMEOUT',
      'This server waits forever for the rest of a header, which lets few clients take all its connections. ' +
        'Set server.headersTimeout = 60_000: requestTimeout: 0 alone switches it off.',
    )
  }
}

function warn(code: string, message: string): void {
  process.emitWarning(message, { type: 'StowageWarning', code })
}
