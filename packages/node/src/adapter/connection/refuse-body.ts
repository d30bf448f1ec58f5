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
 * Prepares an answer of the app to a request whose body the app does not want, such as 429 from a limiter in front of
 * the handler. Await it, then write the answer. It discards what the client still sends, so that the client can read
 * the answer. It closes the connection (HTTP/2: the stream) when the client ends, sends nothing, or has used up its
 * time (`limits`). A request without a body, or with a body that has arrived, keeps its connection.
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
  // A pipelined answer is the last of its connection only once the answers before it have left.
  if (!isHttp2Response(res)) await waitForTurn(req, res)
  // Nothing may be taken from the wire within the parser.
  await nextTurn()
  if (res.destroyed || (await isReceived(req))) return
  if (isHttp2Response(res)) {
    const { stream } = res
    // Once the last frame of the answer has left: Node's client drops an answer when the stream closes earlier.
    stream.once('finish', () => setImmediate(() => stream.close()))
    return
  }
  res.setHeader('connection', 'close')
  lingerAfterAnswer(req.socket, limits)
}
