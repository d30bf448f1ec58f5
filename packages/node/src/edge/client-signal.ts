import { isHttp2Request, type NodeRequest, type NodeResponse } from './node-messages.ts'

/**
 * Aborts when the client goes away before it has been given the whole answer; at once when it has gone
 * while middleware took its time. On HTTP/1 it must be the answer's turn (`turnOf`): one that still waits
 * for its socket does not hear of the end.
 */
export function clientSignal(req: NodeRequest, res: NodeResponse): AbortSignal {
  const controller = new AbortController()
  const gone = () => controller.abort()
  if (req.socket.destroyed || res.destroyed) gone()
  else if (isHttp2Request(req)) req.once('aborted', gone)
  else {
    res.once('close', () => {
      if (!res.writableFinished) gone()
    })
  }
  return controller.signal
}
