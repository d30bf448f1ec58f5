import { constants, type Http2Session, type ServerHttp2Stream } from 'node:http2'
import { Semaphore } from '@stowage/core/internal'

/** How many requests of an HTTP/2 session are answered at once: the least that RFC 9113 §6.5.2 asks for. */
const ANSWERS = 100

/**
 * How many of them may be reads whose client has taken nothing yet. A client whose window is 0 takes nothing for as
 * long as it likes, and each such answer holds a file open and its beginning in memory.
 */
const UNTAKEN = 16

/** How many more of a session may wait for each of the two: each costs memory, and Node itself allows ten thousand. */
const LIMITS = { most: 1000, mostOfTenant: 1000 }

/** The turn of one request. It ends when its stream is closed. */
export interface SessionTurn {
  /** Its client has taken the first bytes of its answer: another one may begin. */
  taken(): void
}

interface Places {
  readonly answers: Semaphore
  readonly untaken: Semaphore
}

const sessions = new WeakMap<Http2Session, Places>()

/**
 * Waits until a request of an HTTP/2 session may be answered. 100 are answered at once; at most 16 of them are GET or
 * HEAD whose client has taken nothing yet. 1,000 wait; more are reset with REFUSED_STREAM, after which a client may
 * repeat them (RFC 9113 §8.7). Resolves also when the client goes away; never rejects.
 */
export async function sessionTurn(stream: ServerHttp2Stream, method: string): Promise<SessionTurn> {
  const { session } = stream
  if (session === undefined || stream.closed) return NO_TURN
  const { answers, untaken } = placesOf(session)
  const isRead = method === 'GET' || method === 'HEAD'
  if (isRead && !(await hasPlace(untaken, stream))) return NO_TURN
  let isUntaken = isRead
  const taken = () => {
    if (isUntaken) giveSoon(untaken)
    isUntaken = false
  }
  onceClosed(stream, taken)
  if (!(await hasPlace(answers, stream))) return NO_TURN
  onceClosed(stream, () => giveSoon(answers))
  return { taken }
}

const NO_TURN: SessionTurn = { taken() {} }

function placesOf(session: Http2Session): Places {
  const places = sessions.get(session) ?? {
    answers: new Semaphore(ANSWERS, LIMITS),
    untaken: new Semaphore(UNTAKEN, LIMITS),
  }
  sessions.set(session, places)
  return places
}

/** Waits for a place. `false`: the client left first, or too many wait, and the stream was reset. */
async function hasPlace(places: Semaphore, stream: ServerHttp2Stream): Promise<boolean> {
  if (places.takeNow()) return true
  const left = new AbortController()
  const leave = () => left.abort()
  stream.once('close', leave)
  try {
    await places.take({ turn: undefined, signal: left.signal })
    return true
  } catch {
    stream.close(constants.NGHTTP2_REFUSED_STREAM)
    return false
  } finally {
    stream.off('close', leave)
  }
}

/** At once, where it is closed already. */
function onceClosed(stream: ServerHttp2Stream, then: () => void): void {
  if (stream.closed || stream.destroyed) then()
  else stream.once('close', then)
}

/**
 * A client that leaves closes its streams one after the other. Each would start the next one for nobody, if it did not
 * wait until all that came at once has been read.
 */
function giveSoon(places: Semaphore): void {
  setImmediate(() => places.give(undefined))
}
