import { isHttp2Response, type NodeRequest, type NodeResponse } from '../node-messages.ts'
import { pipelineOf } from './pipelining.ts'
import { type SessionTurn, sessionTurn } from './session-turns.ts'

/**
 * Waits until a request may be answered, so that one connection cannot have any number of files open. HTTP/1 answers in
 * the order of the requests: a pipelined one waits until the answers before it have left (RFC 9112 §9.3.2). For HTTP/2
 * see `sessionTurn`. Resolves also when the client goes away; never rejects. Call `taken` of the result once the client
 * has taken the first bytes of the answer.
 */
export function waitForTurn(
  req: NodeRequest,
  res: NodeResponse,
): SessionTurn | Promise<SessionTurn> {
  if (req.socket.destroyed) return ALONE
  if (isHttp2Response(res)) return sessionTurn(res.stream, req.method ?? 'GET')
  return res.socket === null && !res.writableEnded ? pipelinedTurn(req, res) : ALONE
}

async function pipelinedTurn(req: NodeRequest, res: NodeResponse): Promise<SessionTurn> {
  await pipelineOf(req.socket).waitForTurn(res)
  return ALONE
}

const ALONE: SessionTurn = { taken() {} }
