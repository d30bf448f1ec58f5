import { constants, type Http2Session, type ServerHttp2Stream } from 'node:http2'
import { isHttp2Response, type NodeRequest, type NodeResponse } from '../node-messages.ts'
import { pipelineOf } from './pipelining.ts'

/** How many requests of an HTTP/2 session are answered at once: what RFC 9113 §6.5.2 asks for at least. */
const ANSWERS_PER_SESSION = 100

/** How many of a session may wait behind them: each costs memory, and Node itself allows ten thousand. */
const WAITING_PER_SESSION = 1000

/**
 * Waits until a request may be answered, so that one connection cannot have any number of files open.
 * HTTP/1 answers in the order of the requests: a pipelined one waits until the answers before it have
 * left (RFC 9112 §9.3.2). Of an HTTP/2 session 100 are answered at once and 1,000 wait; more are reset with
 * REFUSED_STREAM, after which a client may repeat them (RFC 9113 §8.7). Resolves also when the client goes away; never rejects. Call what it resolves to once the answer is complete.
 */
export function waitForTurn(
  req: NodeRequest,
  res: NodeResponse,
): (() => void) | Promise<() => void> {
  if (req.socket.destroyed) return nothing
  if (isHttp2Response(res)) return sessionTurn(res.stream)
  return res.socket === null && !res.writableEnded ? pipelinedTurn(req, res) : nothing
}

async function pipelinedTurn(req: NodeRequest, res: NodeResponse): Promise<() => void> {
  await pipelineOf(req.socket).waitForTurn(res)
  return nothing
}

function nothing(): void {}

/** The requests of a session: how many are being answered, and what starts the others. */
interface Queue {
  active: number
  readonly waiting: Set<() => void>
}

const queues = new WeakMap<Http2Session, Queue>()

async function sessionTurn(stream: ServerHttp2Stream): Promise<() => void> {
  const { session } = stream
  if (session === undefined) return nothing
  const queue = queues.get(session) ?? { active: 0, waiting: new Set() }
  queues.set(session, queue)
  if (queue.active < ANSWERS_PER_SESSION) queue.active += 1
  else if (!(await started(queue, stream))) return nothing
  return () => passOn(queue)
}

/** Whether it was started: `false` when its client left before. */
function started({ waiting }: Queue, stream: ServerHttp2Stream): Promise<boolean> {
  return new Promise((resolve) => {
    if (waiting.size >= WAITING_PER_SESSION) stream.close(constants.NGHTTP2_REFUSED_STREAM)
    const start = () => resolve(true)
    waiting.add(start)
    stream.once('close', () => {
      waiting.delete(start)
      resolve(false)
    })
  })
}

function passOn(queue: Queue): void {
  const [next] = queue.waiting
  if (next === undefined) {
    queue.active -= 1
    return
  }
  queue.waiting.delete(next)
  next()
}
