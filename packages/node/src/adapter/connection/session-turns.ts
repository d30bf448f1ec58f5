import { constants, type Http2Session, type ServerHttp2Stream } from 'node:http2'

/** How many requests of an HTTP/2 session are answered at once: the least that RFC 9113 §6.5.2 asks for. */
const ANSWERS = 100

/**
 * How many of them may be reads whose client has taken nothing yet. A client whose window is 0 takes nothing for as
 * long as it likes, and each such answer holds a file open and its beginning in memory.
 */
const UNTAKEN = 16

/** How many more of a session may wait: each costs memory, and Node itself allows ten thousand. */
const WAITING = 1000

/** The turn of one request. It ends when its stream is closed. */
export interface SessionTurn {
  /** Its client has taken the first bytes of its answer: another one may begin. */
  taken(): void
}

interface Waiting {
  readonly isRead: boolean
  start(): void
}

/** The requests of a session: how many are being answered, and those that wait. */
interface Queue {
  active: number
  untaken: number
  /** Others start at the end of this turn of the event loop. */
  isDue: boolean
  readonly waiting: Set<Waiting>
}

const queues = new WeakMap<Http2Session, Queue>()

/**
 * Waits until a request of an HTTP/2 session may be answered. 100 are answered at once; at most 16 of them are GET or
 * HEAD whose client has taken nothing yet. 1,000 wait; more are reset with REFUSED_STREAM, after which a client may
 * repeat them (RFC 9113 §8.7). Resolves also when the client goes away; never rejects.
 */
export async function sessionTurn(stream: ServerHttp2Stream, method: string): Promise<SessionTurn> {
  const { session } = stream
  if (session === undefined || stream.closed) return NO_TURN
  const queue = queues.get(session) ?? { active: 0, untaken: 0, isDue: false, waiting: new Set() }
  queues.set(session, queue)
  const isRead = method === 'GET' || method === 'HEAD'
  if (!queue.isDue && mayStart(queue, isRead)) begin(queue, isRead)
  else if (!(await started(queue, stream, isRead))) return NO_TURN
  let isUntaken = isRead
  const taken = () => {
    if (!isUntaken) return
    isUntaken = false
    queue.untaken -= 1
    startOthers(queue)
  }
  const end = () => {
    queue.active -= 1
    taken()
    startOthers(queue)
  }
  if (stream.closed || stream.destroyed) end()
  else stream.once('close', end)
  return { taken }
}

const NO_TURN: SessionTurn = { taken() {} }

function mayStart({ active, untaken }: Queue, isRead: boolean): boolean {
  return active < ANSWERS && (!isRead || untaken < UNTAKEN)
}

function begin(queue: Queue, isRead: boolean): void {
  queue.active += 1
  if (isRead) queue.untaken += 1
}

/**
 * A client that leaves closes its streams one after the other. Each would start the next one for nobody, if it did not
 * wait until all that came at once has been read.
 */
function startOthers(queue: Queue): void {
  if (queue.isDue || queue.waiting.size === 0) return
  queue.isDue = true
  setImmediate(() => {
    queue.isDue = false
    startWaiting(queue)
  })
}

function startWaiting(queue: Queue): void {
  for (const each of queue.waiting) {
    if (queue.active >= ANSWERS) return
    if (!mayStart(queue, each.isRead)) continue
    queue.waiting.delete(each)
    begin(queue, each.isRead)
    each.start()
  }
}

/** Whether it was started: `false` when its client left first. */
function started({ waiting }: Queue, stream: ServerHttp2Stream, isRead: boolean): Promise<boolean> {
  return new Promise((resolve) => {
    if (waiting.size >= WAITING) stream.close(constants.NGHTTP2_REFUSED_STREAM)
    const entry = { isRead, start: () => resolve(true) }
    waiting.add(entry)
    stream.once('close', () => {
      waiting.delete(entry)
      resolve(false)
    })
  })
}
