import { isHttp2Request, type NodeRequest } from './node-messages.ts'

const checked = new WeakSet<object>()

/**
 * Warns, once for each server, of a `requestTimeout` that would cut a long upload in the middle
 * (Node's default is five minutes). The store's own idle limit and minimum rate guard against slow clients.
 */
export function warnOfRequestTimeout(req: NodeRequest): void {
  if (isHttp2Request(req)) return
  const { server } = req.socket as { server?: { readonly requestTimeout?: unknown } }
  if (server === undefined || checked.has(server)) return
  checked.add(server)
  if (typeof server.requestTimeout !== 'number' || server.requestTimeout <= 0) return
  process.emitWarning(
    `This server cuts every upload after ${server.requestTimeout / 1000} s, answered 408. ` +
      'Set server.requestTimeout = 0: slow clients are watched by Stowage itself.',
    { type: 'StowageWarning', code: 'STOWAGE_REQUEST_TIMEOUT' },
  )
}
