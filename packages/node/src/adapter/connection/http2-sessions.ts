import { constants, type Http2Server, type Http2Session, type ServerHttp2Stream } from 'node:http2'
import type { NodeServer } from '../node-messages.ts'

/** When a session ends although its client has said nothing. */
export interface SessionLimits {
  /** Milliseconds without a stream and without a byte, where the server has no time-out of its own; twice as many at most. */
  readonly idle: number
  /** Milliseconds in which a client answers a PING. */
  readonly ping: number
}

/** As long as `serve` keeps an idle connection: longer than the 60 s of nginx and most load balancers. */
const LIMITS: SessionLimits = { idle: 65_000, ping: 10_000 }

/** Streams that the client has reset, after which it is asked whether it is still there. */
const RESETS = 100

const watched = new WeakSet<NodeServer>()

/**
 * Ends the sessions of an HTTP/2 server that nobody uses any more. Node keeps a session for ever by default, also one
 * that it has given up itself: after a rapid reset it sends GOAWAY, reads no more, and does not notice that the client
 * has left. Servers of HTTP/1 are left alone. Watches a server once.
 */
export function watchSessions(server: NodeServer, limits: SessionLimits = LIMITS): void {
  if (watched.has(server)) return
  watched.add(server)
  ;(server as Http2Server).on('session', (session) => watchSession(session, server, limits))
}

function watchSession(session: Http2Session, server: NodeServer, limits: SessionLimits): void {
  let open = 0
  let resets = 0
  let isAsked = false

  session.on('stream', (stream: ServerHttp2Stream) => {
    open += 1
    stream.once('close', () => {
      open -= 1
      // Not `aborted`, which says nothing of a stream whose answer was written before it was reset.
      if (stream.rstCode !== constants.NGHTTP2_NO_ERROR) resets += 1
      if (resets < RESETS || isAsked || session.destroyed) return
      resets = 0
      isAsked = true
      endUnlessThere(session, limits.ping, () => {
        isAsked = false
      })
    })
  })

  if (!isUnlimited(server)) return
  let read = 0
  // Not `session.setTimeout`, which is the app's.
  const look = setInterval(() => {
    const { bytesRead } = session.socket
    if (open === 0 && bytesRead === read) session.destroy()
    read = bytesRead
  }, limits.idle).unref()
  session.once('close', () => clearInterval(look))
}

function isUnlimited(server: NodeServer): boolean {
  return !('timeout' in server) || server.timeout === 0 || server.timeout === undefined
}

/** Destroys a session as soon as it neither answers a PING nor sends anything else. Calls `onThere` for the answer. */
function endUnlessThere(session: Http2Session, within: number, onThere: () => void): void {
  let read = session.socket.bytesRead
  const look = setInterval(() => {
    const { bytesRead } = session.socket
    if (bytesRead === read) session.destroy()
    read = bytesRead
  }, within).unref()
  session.once('close', () => clearInterval(look))
  // Where `ping` is `false`, because too many are under way, the time decides.
  session.ping(() => {
    clearInterval(look)
    onThere()
  })
}
