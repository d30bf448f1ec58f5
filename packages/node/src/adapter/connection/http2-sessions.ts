import { constants, type Http2Server, type Http2Session, type ServerHttp2Stream } from 'node:http2'
import type { NodeServer } from '../node-messages.ts'

/** When a session ends although its client has said nothing. */
export interface SessionLimits {
  /**
   * Milliseconds without a stream and without a byte, where the server has no time-out of its own. The session ends
   * after twice as many at most.
   */
  readonly idle: number
  /** Milliseconds in which a client must answer a PING. */
  readonly ping: number
}

/** As long as `serve` keeps an idle connection: longer than the 60 s of nginx and most load balancers. */
const LIMITS: SessionLimits = { idle: 65_000, ping: 10_000 }

/** After this many streams that the client has reset, we ask whether it is still there. */
const RESETS = 100

const watched = new WeakSet<NodeServer>()

/**
 * Ends the sessions of an HTTP/2 server that nobody uses any more. By default Node keeps a session forever, even one
 * that it has given up itself: after a rapid reset it sends GOAWAY, reads no more, and does not notice that the client
 * has left. Leaves HTTP/1 servers alone. Watches a server only once.
 */
export function watchSessions(server: NodeServer, limits: SessionLimits = LIMITS): void {
  if (watched.has(server)) return
  watched.add(server)
  ;(server as Http2Server).on('session', (session) => watchSession(session, server, limits))
}

function watchSession(session: Http2Session, server: NodeServer, limits: SessionLimits): void {
  const streams = new Set<ServerHttp2Stream>()
  let resets = 0
  let isAsked = false

  session.on('stream', (stream: ServerHttp2Stream) => {
    streams.add(stream)
    stream.once('close', () => {
      streams.delete(stream)
      // Not `aborted`, which says nothing about a stream whose answer was written before it was reset.
      if (stream.rstCode !== constants.NGHTTP2_NO_ERROR) resets += 1
      if (resets < RESETS || isAsked || session.destroyed) return
      resets = 0
      isAsked = true
      endUnlessThere(session, limits.ping, end, () => {
        isAsked = false
      })
    })
  })

  // Node destroys the streams of a failed session one after the other. A stream that was answered but not fully sent
  // has then lost its data. Node sends empty frames of it without end as soon as it resets one that is still open. So
  // we reset the open ones first, as Node itself does when a socket closes without an error.
  const resetOpen = () => {
    for (const stream of streams) if (!stream.closed) stream.close(constants.NGHTTP2_CANCEL)
  }
  function end(): void {
    resetOpen()
    session.destroy()
  }
  session.socket.prependListener('error', resetOpen)

  if (!isUnlimited(server)) return
  let read = 0
  // Not `session.setTimeout`, which is the app's.
  const look = setInterval(() => {
    if (session.destroyed) return
    const { bytesRead } = session.socket
    if (streams.size === 0 && bytesRead === read) end()
    read = bytesRead
  }, limits.idle).unref()
  session.once('close', () => clearInterval(look))
}

function isUnlimited(server: NodeServer): boolean {
  return !('timeout' in server) || server.timeout === 0 || server.timeout === undefined
}

/** Calls `onThere` when a session answers a PING, and `end` as soon as it neither answers nor sends anything else. */
function endUnlessThere(
  session: Http2Session,
  within: number,
  end: () => void,
  onThere: () => void,
): void {
  let read = session.socket.bytesRead
  const look = setInterval(() => {
    if (session.destroyed) return
    const { bytesRead } = session.socket
    if (bytesRead === read) end()
    read = bytesRead
  }, within).unref()
  session.once('close', () => clearInterval(look))
  // When `ping` returns `false`, because too many are under way, the time decides.
  session.ping(() => {
    clearInterval(look)
    onThere()
  })
}
