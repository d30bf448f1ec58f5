import type { NodeRequest, NodeResponse, NodeServer } from '../node-messages.ts'

/** Whether we want to decide about a request that asks before it sends its body. */
export type Claim = (req: NodeRequest) => boolean

const claims = new WeakMap<NodeServer, Set<Claim>>()
const waiting = new WeakSet<NodeRequest>()

/**
 * Leaves claimed requests with `Expect: 100-continue` unanswered until `acceptBodyOf`, so that an upload can be refused
 * before its body is asked for. They reach the server's `request` listeners as usual; every other request gets Node's
 * default treatment, or that of another `checkContinue` listener. Returns a function that undoes it.
 */
export function claimExpectContinue(server: NodeServer, claim: Claim): () => void {
  const claimed = claims.get(server) ?? listen(server)
  claimed.add(claim)
  return () => {
    claimed.delete(claim)
    if (claimed.size > 0 || claims.get(server) !== claimed) return
    claims.delete(server)
    server.removeListener('checkContinue', decide)
  }
}

/** A function that asks the waiting client for its body, at most once; `undefined` when the client does not wait. */
export function acceptBodyOf(req: NodeRequest, res: NodeResponse): (() => void) | undefined {
  if (!waiting.has(req)) return undefined
  return () => {
    if (waiting.delete(req) && !res.headersSent) res.writeContinue()
  }
}

function listen(server: NodeServer): Set<Claim> {
  const claimed = new Set<Claim>()
  claims.set(server, claimed)
  server.on('checkContinue', decide)
  return claimed
}

function decide(this: NodeServer, req: NodeRequest, res: NodeResponse): void {
  const ours = [...(claims.get(this) ?? [])].some((claim) => claim(req))
  if (ours) waiting.add(req)
  else if (this.listenerCount('checkContinue') > 1) return
  else res.writeContinue()
  this.emit('request', req, res)
}
