import {
  isHttp2Request,
  isHttp2Response,
  type NodeRequest,
  type NodeResponse,
} from './node-messages.ts'

/** Aborts when the client goes away before it has been given the whole answer. */
export function clientSignal(req: NodeRequest, res: NodeResponse): AbortSignal {
  const controller = new AbortController()
  const gone = () => controller.abort()
  if (isHttp2Request(req) || isHttp2Response(res)) {
    req.once('aborted', gone)
    return controller.signal
  }
  res.once('close', () => {
    if (!res.writableFinished) gone()
  })
  // A pipelined answer that waits for its turn has no socket yet, so that only its request hears of the
  // end. A request whose body was read to its end closes too.
  req.once('close', () => {
    if (!res.writableFinished && !req.readableEnded) gone()
  })
  return controller.signal
}
