import { setImmediate as nextTurn } from 'node:timers/promises'
import { LINGER_LIMITS, type LingerLimits } from '@stowage/api'
import { checkOptions, having } from '@stowage/core/internal'
import {
  isHttp2Request,
  isHttp2Response,
  type NodeRequest,
  type NodeResponse,
} from '../node-messages.ts'
import { isReceived } from './is-received.ts'
import { lingerAfterAnswer } from './lingering-close.ts'
import { waitForTurn } from './wait-for-turn.ts'

const isRequest = having('a request of node:http', 'on', 'resume')
const isResponse = having('a response of node:http', 'writeHead', 'end')

/**
 * For an answer of the app's own to a request whose body it does not want, such as 429 from a limiter that stands before
 * the handler. Await it, then write the answer. What the client still sends is discarded until it ends, is silent, or has
 * had its time (`limits`), and then its connection is closed (HTTP/2: the stream); so it can read the answer, and nobody can
 * send for ever. A request without a body, or whose body has come, keeps its connection.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http'
 * import { refuseBody } from '@stowage/node'
 *
 * createServer(async (req, res) => {
 *   await refuseBody(req, res)
 *   res.writeHead(429, { 'retry-after': '60' }).end()
 * })
 * ```
 */
export async function refuseBody(
  req: NodeRequest,
  res: NodeResponse,
  limits: LingerLimits = {},
): Promise<void> {
  isRequest(req, 'req')
  isResponse(res, 'res')
  checkOptions<LingerLimits>('refuseBody', limits, LINGER_LIMITS)
  if (isHttp2Request(req) && req.stream.endAfterHeaders) return
  // A pipelined one is the last of its connection only once the answers before it have left.
  if (!isHttp2Response(res)) await waitForTurn(req, res)
  // Nothing may be taken from the wire within the parser.
  await nextTurn()
  if (res.destroyed || (await isReceived(req))) return
  if (isHttp2Response(res)) {
    const { stream } = res
    // After the answer's last frame has left: a client that is told to stop before may drop it.
    stream.once('finish', () => setImmediate(() => stream.close()))
    return
  }
  res.setHeader('connection', 'close')
  lingerAfterAnswer(req.socket, limits)
}
