import type { Http2Session } from 'node:http2'
import type { Server, Socket } from 'node:net'

/** What a server has open. */
export interface OpenConnections {
  readonly sockets: ReadonlySet<Socket>
  /** Of HTTP/2. */
  readonly sessions: ReadonlySet<Http2Session>
}

const watched = new WeakMap<object, OpenConnections>()

/** What an HTTP server has open, of what came since the first call for it. */
export function openConnectionsOf(server: Pick<Server, 'on'>): OpenConnections {
  const known = watched.get(server)
  if (known !== undefined) return known
  const sockets = new Set<Socket>()
  const sessions = new Set<Http2Session>()
  const keepIn = <Open extends Socket | Http2Session>(set: Set<Open>) => {
    return (each: Open) => {
      set.add(each)
      each.once('close', () => set.delete(each))
    }
  }
  server.on('connection', keepIn(sockets))
  server.on('session', keepIn(sessions))
  const open = { sockets, sessions }
  watched.set(server, open)
  return open
}
