import { setImmediate as nextTurn } from 'node:timers/promises'
import { isHttp2Request, type NodeRequest } from '../node-messages.ts'

/** Whether the client has sent all of its body. */
export async function isReceived(req: NodeRequest): Promise<boolean> {
  if (isHttp2Request(req)) return req.readableEnded
  if (req.complete !== false) return true
  // A body that came in one packet with its headers is parsed after the handler was called.
  await nextTurn()
  return req.complete
}
